import { findBinaries } from '../../database/embedded/binaries.ts';
import { TABLESPACES } from './base-backup.ts';
import { withClient } from './read-facts.ts';
import type { Source } from './source.ts';

/** This server cannot be backed up by us, today or tomorrow; the message says what to use instead. */
export class BackupNotPossible extends Error {}

export type Server = {
  major: number;
  mayReplicate: boolean;
  inRecovery: boolean;
  checksums: string;
  tablespaces: number;
};

/** The PostgreSQL of DATABASE_URL. Throws BackupNotPossible where a backup could not be proven good. */
export async function openServerSource(databaseUrl: string): Promise<Source> {
  const config = { connectionString: databaseUrl };
  const server = await withClient(config, async (client) => {
    const { rows } = await client.query<Server>(`
      SELECT current_setting('server_version_num')::integer / 10000 AS major,
        (SELECT rolsuper OR rolreplication FROM pg_roles WHERE rolname = current_user) AS "mayReplicate",
        pg_is_in_recovery() AS "inRecovery",
        current_setting('data_checksums') AS checksums,
        (SELECT count(*)::integer FROM pg_tablespace) AS tablespaces`);
    return rows[0] as Server;
  });
  const trouble = await whyNot(server);
  if (trouble) throw new BackupNotPossible(trouble);
  return { kind: 'server', config, secrets: [], close: async () => {} };
}

/** Why a server cannot be backed up, and what to use instead. */
export async function whyNot(server: Server): Promise<string | undefined> {
  const found = await findBinaries().catch((error: Error) => error);
  if (found instanceof Error) return `${found.message} Use o pg_basebackup ou o pg_dump.`;
  const { major } = found;
  if (String(server.major) !== major) {
    return (
      `O PostgreSQL de DATABASE_URL é o ${server.major}, e o Balcão só sabe conferir backups do ${major}. ` +
      `Use o pg_basebackup ou o pg_dump da versão ${server.major}: pg_dump --format=custom --file=balcao.dump "$DATABASE_URL".`
    );
  }
  if (!server.mayReplicate) {
    return 'O usuário de DATABASE_URL não pode copiar o servidor. Dê a ele esse direito (ALTER ROLE … REPLICATION), ou use o pg_dump.';
  }
  if (server.inRecovery) {
    return 'O servidor de DATABASE_URL é uma réplica. Faça o backup do servidor principal.';
  }
  if (server.checksums !== 'on') {
    return 'O servidor de DATABASE_URL não guarda somas de verificação (data_checksums), sem as quais um backup não pode ser conferido. Use o pg_basebackup ou o pg_dump.';
  }
  return server.tablespaces > 2 ? TABLESPACES : undefined;
}
