import { isIP } from 'node:net';
import path from 'node:path';
import { tidyText, UNSEEN } from '@balcao/domain/typed-text.ts';

export type Config = {
  port: number;
  host: string;
  /** Addresses and networks of trusted proxies, besides those on this machine. */
  trustProxy: string[];
  /** Absolute. */
  dataDir: string;
  /** Unset: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined;
  /** 32 bytes. Unset: those in audit.key of dataDir. */
  auditKey: Buffer | undefined;
  adminLogin: string;
  /** Unset: a random one, printed once. */
  adminPassword: string | undefined;
  /** Absolute. */
  backupDir: string;
  /** The number of backups to keep. 0: no daily backup. */
  backupKeep: number;
  /** Whether the schema of a database with data may change without a backup. */
  upgradeWithoutBackup: boolean;
};

/** One sentence for every bad variable of the environment. */
export class BadConfig extends Error {
  constructor(problems: readonly string[]) {
    super(`Configuração inválida:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * Reads and checks the environment. Deletes its PG* variables, which are meant for other programs: pg would
 * use them for everything that DATABASE_URL leaves open. Throws BadConfig.
 */
export function readConfig(env: NodeJS.ProcessEnv, cwd: string): Config {
  for (const name of Object.keys(env)) if (/^PG[A-Z]/.test(name)) delete env[name];
  const problems: string[] = [];
  const text = (name: string) => env[name]?.trim() || undefined;

  const portText = text('PORT') ?? '3000';
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || port > 65_535) {
    problems.push(`PORT precisa ser um número de 0 a 65535, e não "${portText}".`);
  }

  const host = text('HOST') ?? '127.0.0.1';
  if (/[\s/]/.test(host)) problems.push(`HOST precisa ser um endereço ou nome, e não "${host}".`);

  const trustProxy = (text('TRUST_PROXY') ?? '').split(/[\s,]+/).filter(Boolean);
  for (const proxy of trustProxy.filter((each) => !isNetwork(each))) {
    problems.push(
      `TRUST_PROXY precisa ser uma lista de endereços ou redes (10.0.0.5, 10.0.1.0/24), e "${proxy}" não é.`,
    );
  }

  const databaseUrl = text('DATABASE_URL');
  if (databaseUrl && !isPostgresUrl(databaseUrl)) {
    problems.push('DATABASE_URL precisa ser um endereço postgres://usuário:senha@servidor/banco.');
  }

  const auditKeyText = text('AUDIT_KEY');
  if (auditKeyText && !/^[0-9a-f]{64}$/i.test(auditKeyText)) {
    problems.push('AUDIT_KEY precisa ter 64 dígitos hexadecimais (openssl rand -hex 32).');
  }

  const adminLogin = tidyText(env.ADMIN_LOGIN ?? '') || 'admin';
  // The contract's rule for logins; otherwise this user could not be edited.
  if (adminLogin.length > 200 || new RegExp(`[${UNSEEN}]`, 'u').test(adminLogin)) {
    problems.push('ADMIN_LOGIN pode ter no máximo 200 caracteres, todos visíveis.');
  }

  const adminPassword = env.ADMIN_PASSWORD || undefined;
  if (adminPassword !== undefined && (adminPassword.length < 8 || adminPassword.length > 200)) {
    problems.push('ADMIN_PASSWORD precisa ter de 8 a 200 caracteres.');
  }

  const keepText = text('BACKUP_KEEP') ?? '7';
  if (!/^\d{1,4}$/.test(keepText)) {
    problems.push(`BACKUP_KEEP precisa ser um número de 0 a 9999, e não "${keepText}".`);
  }

  const withoutText = text('UPGRADE_WITHOUT_BACKUP') ?? '0';
  if (!/^[01]$/.test(withoutText)) {
    problems.push(`UPGRADE_WITHOUT_BACKUP precisa ser 0 ou 1, e não "${withoutText}".`);
  }

  if (problems.length > 0) throw new BadConfig(problems);
  const dataDir = path.resolve(cwd, text('DATA_DIR') ?? 'data');
  const backupFolder = text('BACKUP_DIR');
  return {
    port,
    host,
    trustProxy,
    dataDir,
    databaseUrl,
    auditKey: auditKeyText ? Buffer.from(auditKeyText, 'hex') : undefined,
    adminLogin,
    adminPassword,
    backupDir: backupFolder ? path.resolve(cwd, backupFolder) : path.join(dataDir, 'backups'),
    backupKeep: Number(keepText),
    upgradeWithoutBackup: withoutText === '1',
  };
}

/** An address or a network, but not the whole Internet. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (most === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
  );
}

/**
 * Checked here because pg's own error repeats the address, password included. Like pg, it accepts an
 * address without a host, which is used with `?host=` for a socket folder.
 */
function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text.replace('@/', '@host/'));
}
