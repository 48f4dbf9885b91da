import { expect, test } from 'vitest';
import { BadConfig, readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig(env, '/srv/loja');

const GIVEN = {
  PORT: ' 0 ',
  HOST: '0.0.0.0',
  METRICS_PORT: '9464',
  TRUST_PROXY: '10.0.0.5, 10.0.1.0/24,fd00::/8',
  DATA_DIR: '../dados',
  DATABASE_URL: 'postgresql://loja@/balcao?host=/var/run/postgresql',
  AUDIT_KEY: 'ab'.repeat(32),
  ADMIN_LOGIN: ' chefe@escola.br ',
  ADMIN_PASSWORD: ' oito+ ok ',
  BACKUP_DIR: ' /mnt/backups ',
  BACKUP_KEEP: '0',
  UPGRADE_WITHOUT_BACKUP: '1',
};

test('every setting has a default, which an empty one in an env file means too', () => {
  const defaults = {
    port: 3000,
    host: '127.0.0.1',
    metricsPort: undefined,
    trustProxy: [],
    dataDir: '/srv/loja/data',
    databaseUrl: undefined,
    auditKey: undefined,
    adminLogin: 'admin',
    adminPassword: undefined,
    backupDir: '/srv/loja/data/backups',
    backupKeep: 7,
    upgradeWithoutBackup: false,
  };
  expect(read({})).toEqual(defaults);
  expect(read(Object.fromEntries(Object.keys(GIVEN).map((name) => [name, ''])))).toEqual(defaults);
});

test('settings are taken without the spaces around them, except in the password', () => {
  expect(read(GIVEN)).toEqual({
    port: 0,
    host: '0.0.0.0',
    metricsPort: 9464,
    trustProxy: ['10.0.0.5', '10.0.1.0/24', 'fd00::/8'],
    dataDir: '/srv/dados',
    databaseUrl: 'postgresql://loja@/balcao?host=/var/run/postgresql',
    auditKey: Buffer.alloc(32, 0xab),
    adminLogin: 'chefe@escola.br',
    adminPassword: ' oito+ ok ',
    backupDir: '/mnt/backups',
    backupKeep: 0,
    upgradeWithoutBackup: true,
  });
});

test.each([
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '1e3'],
  ['PORT', '999999'],
  ['METRICS_PORT', '0'],
  ['METRICS_PORT', '3000'],
  ['HOST', 'minha loja'],
  ['HOST', 'http://loja/'],
  ['TRUST_PROXY', 'proxy.escola.br'],
  ['TRUST_PROXY', '10.0.0.5 10.0.0.256'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'fd00::/8/8'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_URL', 'localhost:5432'],
  ['DATABASE_URL', 'postgres://'],
  ['DATABASE_URL', 'postgres://u:segredo@[::1/x'],
  ['DATABASE_URL', 'postgres://u:segredo@host:porta/x'],
  ['AUDIT_KEY', 'ab'.repeat(31)],
  ['AUDIT_KEY', 'xy'.repeat(32)],
  ['ADMIN_LOGIN', 'x'.repeat(201)],
  ['ADMIN_LOGIN', 'a\u0000b'],
  ['ADMIN_LOGIN', 'ad\u200bmin'],
  ['ADMIN_PASSWORD', '1234567'],
  ['ADMIN_PASSWORD', 'x'.repeat(201)],
  ['DEMO_DAYS', '0'],
  ['DATA_DIR', '~/dados'],
  ['BACKUP_DIR', '/opt/~/backups'],
  ['BACKUP_KEEP', '-1'],
  ['BACKUP_KEEP', '7 dias'],
  ['UPGRADE_WITHOUT_BACKUP', 'sim'],
])('%s=%s stops the start and is named, and no other', (name, value) => {
  const reading = () => read({ [name]: value });
  expect(reading).toThrow(BadConfig);
  expect(reading).toThrow(new RegExp(`^Configuração inválida:\\n {2}- ${name} .*\\.$`));
  expect(reading).not.toThrow(/segredo|1234567/i);
});

test('a disk of the backups that BACKUP_DIR is not on is said with both, and what to set', () => {
  expect(() => read({ BACKUP_DIR: '/srv/b', BACKUP_MOUNT: '/mnt/nas' })).toThrow(
    'BACKUP_MOUNT (/mnt/nas) precisa ser BACKUP_DIR (/srv/b), ou uma pasta acima dela.',
  );
  expect(() => read({ DATA_DIR: '/srv/loja', BACKUP_DIR: '', BACKUP_MOUNT: '/mnt/nas' })).toThrow(
    'sem ela os backups ficam em /srv/loja/backups. Ponha BACKUP_DIR=/mnt/nas.',
  );
});

test('with a file of settings, the refusal names it', () => {
  expect(() => read({ PORT: 'x', SETTINGS_FILE: '/opt/balcao.env' })).toThrow(
    /^Configuração inválida \(em \/opt\/balcao\.env ou no ambiente\):\n {2}- PORT /,
  );
});
