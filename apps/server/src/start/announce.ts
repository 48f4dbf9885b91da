import os from 'node:os';
import { SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import type { FirstAdministrator } from '../features/users/first-start.ts';
import { isLoopback } from '../program/addresses.ts';
import type { Config } from '../program/config.ts';
import { ownCommand } from '../program/own-command.ts';
import { OWN_VERSION } from '../program/own-version.ts';
import { say } from '../program/terminal.ts';

export function announceAdministrator({ login, password }: FirstAdministrator): void {
  say(`\nPrimeiro administrador: login ${login}`);
  if (password) say(`  senha provisória (só aparece agora): ${password}`);
  say('  Recibos e fechamentos mostram uma escola fictícia até a sua ser posta em Configurações.');
}

/** Prints, at the end of a start, the shop's addresses and everything the operator should know. */
export function announce(
  origin: string,
  config: Config,
  { lines, warnings }: { lines: string[]; warnings: string[] },
): void {
  say(`\nBalcão está aberto em ${origin}`);
  for (const address of addressesOf(config.host, origin)) say(`  na rede: ${address}`);
  say(`  dados: ${config.databaseUrl ? 'no PostgreSQL de DATABASE_URL' : config.dataDir}`);
  say(`  versão: ${OWN_VERSION}`);
  for (const line of lines) say(`  ${line}`);
  for (const warning of warnings) say(`  ATENÇÃO: ${warning}`);
  if (!isLoopback(config.host)) {
    say(
      '  sem TLS: quem escuta a rede vê senhas e vendas. Ponha um proxy HTTPS na frente (veja docs/install.md).',
    );
  }
  // In the journal of systemd nobody presses keys.
  const isService = process.env.INVOCATION_ID && !process.stdout.isTTY;
  say(isService ? '' : '  Ctrl+C para fechar\n');
}

/** The addresses for other computers, when the shop listens on all addresses of this one. */
function addressesOf(host: string, origin: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [];
  const { port } = new URL(origin);
  return Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => `http://${address}${port && `:${port}`}`);
}

export const words = {
  notInOrder:
    'da última vez a loja não foi fechada em ordem: faltou luz, ou o programa foi morto. O que foi confirmado está gravado.',
  sample: 'Loja de demonstração: dados inventados e senhas conhecidas, só para experimentar.',
  passwordIgnored: `ADMIN_PASSWORD não vale: só serve para o primeiro administrador, e esta loja já tem usuários. Quem perdeu a senha: ${ownCommand('user', 'reset-password LOGIN')}.`,
  anotherShop: (dataDir: string) =>
    `em ${dataDir} há outra loja, no PostgreSQL embutido. Com DATABASE_URL ela não é aberta.`,
  noMetrics: ({ message }: Error) =>
    `as medidas para o Prometheus não podem ser servidas em METRICS_PORT: ${message}`,
  clockBehind: (sale: Date) =>
    `o relógio do banco está atrás da venda mais nova (${sale.toLocaleString('pt-BR', { timeZone: SHOP_TIME_ZONE })}). Acerte a data e a hora antes de vender; se já estão certas, o balcão pede a um administrador que confirme.`,
};
