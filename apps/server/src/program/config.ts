import { isIP } from 'node:net';
import path from 'node:path';
import { tidyText, UNSEEN } from '@balcao/domain/typed-text.ts';

export type Config = ReturnType<typeof readConfig>;

/** Where a variable was set, to go on with after what is wrong with it; empty where there is no balcao.env. */
export const settingsPlace = ({ SETTINGS_FILE: file }: NodeJS.ProcessEnv): string =>
  file ? ` (em ${file} ou no ambiente)` : '';

/** One sentence for every bad variable of the environment. */
export class BadConfig extends Error {
  constructor(problems: readonly string[], env: NodeJS.ProcessEnv) {
    super(
      `Configuração inválida${settingsPlace(env)}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
}

/**
 * Reads and checks the environment. Deletes its PG* variables, which are meant for other programs: pg would
 * use them for everything that DATABASE_URL leaves open. Throws BadConfig.
 */
export function readConfig(env: NodeJS.ProcessEnv, cwd: string) {
  for (const name of Object.keys(env)) if (/^PG[A-Z]/.test(name)) delete env[name];
  const text = (name: string) => env[name]?.trim() || undefined;
  const port = text('PORT') ?? '3000';
  const host = text('HOST') ?? '127.0.0.1';
  const metricsPort = text('METRICS_PORT');
  const trustProxy = (text('TRUST_PROXY') ?? '').split(/[\s,]+/).filter(Boolean);
  const databaseUrl = text('DATABASE_URL');
  const auditKey = text('AUDIT_KEY');
  const adminLogin = tidyText(env.ADMIN_LOGIN ?? '') || 'admin';
  const adminPassword = env.ADMIN_PASSWORD || undefined;
  const keep = text('BACKUP_KEEP') ?? '7';
  const dataDir = path.resolve(cwd, text('DATA_DIR') ?? 'data');
  const backupDir = path.resolve(cwd, text('BACKUP_DIR') ?? path.join(dataDir, 'backups'));
  const backupMount = text('BACKUP_MOUNT');
  const publicUrl = text('PUBLIC_URL');
  const demoDays = text('DEMO_DAYS');
  const without = text('UPGRADE_WITHOUT_BACKUP') ?? '0';

  const problems = [
    !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535) &&
      `PORT precisa ser um número de 0 a 65535, e não "${port}".`,
    metricsPort &&
      !(/^[1-9]\d{0,4}$/.test(metricsPort) && Number(metricsPort) <= 65_535) &&
      `METRICS_PORT precisa ser um número de 1 a 65535, e não "${metricsPort}".`,
    metricsPort === port && `METRICS_PORT e PORT precisam ser diferentes: ${port}.`,
    /[\s/]/.test(host) && `HOST precisa ser um endereço ou nome, e não "${host}".`,
    ...trustProxy.map(
      (proxy) =>
        !isNetwork(proxy) &&
        `TRUST_PROXY precisa ser uma lista de endereços ou redes (10.0.0.5, 10.0.1.0/24), e "${proxy}" não é.`,
    ),
    databaseUrl &&
      !isPostgresUrl(databaseUrl) &&
      'DATABASE_URL precisa ser um endereço postgres://usuário:senha@servidor/banco.',
    auditKey &&
      !/^[0-9a-f]{64}$/i.test(auditKey) &&
      'AUDIT_KEY precisa ter 64 dígitos hexadecimais (openssl rand -hex 32).',
    // The contract's rule for logins; otherwise this user could not be edited.
    (adminLogin.length > 200 || new RegExp(`[${UNSEEN}]`, 'u').test(adminLogin)) &&
      'ADMIN_LOGIN pode ter no máximo 200 caracteres, todos visíveis.',
    adminPassword &&
      (adminPassword.length < 8 || adminPassword.length > 200) &&
      'ADMIN_PASSWORD precisa ter de 8 a 200 caracteres.',
    !/^\d{1,4}$/.test(keep) && `BACKUP_KEEP precisa ser um número de 0 a 9999, e não "${keep}".`,
    backupMount &&
      !`${backupDir}/`.startsWith(`${path.resolve(cwd, backupMount)}/`) &&
      (text('BACKUP_DIR')
        ? `BACKUP_MOUNT (${backupMount}) precisa ser BACKUP_DIR (${backupDir}), ou uma pasta acima dela.`
        : `BACKUP_MOUNT (${backupMount}) pede BACKUP_DIR: sem ela os backups ficam em ${backupDir}. Ponha BACKUP_DIR=${backupMount}.`),
    // Only a shell knows whose home that is.
    ...['DATA_DIR', 'BACKUP_DIR', 'BACKUP_MOUNT'].map(
      (name) =>
        /(^|\/)~/.test(text(name) ?? '') &&
        `${name} precisa ser o caminho inteiro da pasta, sem ~: "${text(name)}".`,
    ),
    publicUrl &&
      !(URL.canParse(publicUrl) && new URL(publicUrl).protocol === 'https:') &&
      `PUBLIC_URL precisa ser o endereço da loja no navegador (https://balcao.escola.lan), e não "${publicUrl}".`,
    demoDays &&
      !/^[1-9]\d{0,2}$/.test(demoDays) &&
      `DEMO_DAYS precisa ser um número de 1 a 999, e não "${demoDays}".`,
    !/^[01]$/.test(without) && `UPGRADE_WITHOUT_BACKUP precisa ser 0 ou 1, e não "${without}".`,
  ].filter((problem) => typeof problem === 'string');
  if (problems.length > 0) throw new BadConfig(problems, env);

  return {
    port: Number(port),
    host,
    /** The port of the figures for Prometheus, on loopback alone. Undefined: there are none. */
    metricsPort: metricsPort ? Number(metricsPort) : undefined,
    /** Addresses and networks of trusted proxies, besides those on this machine. */
    trustProxy,
    /** Absolute. */
    dataDir,
    /** Undefined: the embedded PostgreSQL in dataDir. */
    databaseUrl,
    /** Where browsers find the shop, over TLS. Undefined: nobody looks when the certificate ends. */
    publicUrl,
    /** 32 bytes. Undefined: those in audit.key of dataDir. */
    auditKey: auditKey ? Buffer.from(auditKey, 'hex') : undefined,
    adminLogin,
    /** Undefined: a random one, printed once. */
    adminPassword,
    /** Absolute. */
    backupDir,
    /** Absolute: where the disk of the backups has to be mounted. Undefined: not asked. */
    backupMount: backupMount && path.resolve(cwd, backupMount),
    /** The number of backups to keep. 0: no daily backup. */
    backupKeep: Number(keep),
    /** The days of sales of a sample shop before today. Undefined: as many as it comes with. */
    demoDays: demoDays ? Number(demoDays) : undefined,
    /** Whether the schema of a database with data may change without a backup. */
    upgradeWithoutBackup: without === '1',
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
