import type { Config } from './config.ts';

type SystemError = Error & {
  code?: string;
  syscall?: string;
  path?: string;
  hostname?: string;
  errors?: Error[];
};

/** Why the server did not start, in words for whoever started it. */
export function explainTrouble(thrown: unknown, config: Config): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  // Where a name has several addresses, Node tries all and wraps what each of them said.
  const error: SystemError = (thrown as SystemError).errors?.[0] ?? thrown;
  const { port, host, dataDir, databaseUrl } = config;
  if (error.syscall === 'listen' || error.hostname === host) {
    switch (error.code) {
      case 'EADDRINUSE':
        return `A porta ${port} já está em uso: outro programa, ou outro Balcão, está aberto nela. Feche-o ou escolha outra em PORT.`;
      case 'EACCES':
        return `Sem permissão para abrir a porta ${port}. Escolha em PORT uma acima de 1023.`;
      default:
        return `HOST ${host} não é um endereço desta máquina (${error.code}).`;
    }
  }
  if (error.path) return `Não foi possível usar a pasta de dados ${dataDir}: ${error.message}.`;
  if (databaseUrl && error.code) {
    return `O PostgreSQL de DATABASE_URL não pôde ser aberto: ${error.message} (${error.code}).`;
  }
  // Thrown by us, with words of their own; a TypeError is a mistake in the program.
  return error instanceof TypeError ? undefined : error.message;
}
