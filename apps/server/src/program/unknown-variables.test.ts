import { expect, test } from 'vitest';
import { BadConfig } from './config.ts';
import {
  badConfigInWords,
  refuseNewWithUnknown,
  unknownInWords,
  unknownVariables,
} from './unknown-variables.ts';

test('in balcao.env every name that nobody reads is named', () => {
  const names = [
    'BAKUP_DIR',
    'TRUSTED_PROXY',
    'DATABASE_URI',
    'METRIC_PORT',
    'PORTA',
    'PGHOST',
    'host',
  ];
  const SETTINGS_NAMES = [...names, 'PORT', 'DATA_DIR', 'AUDIT_KEY', 'PROT'].join(',');
  expect(unknownInWords({ SETTINGS_NAMES: 'PORT,BACKUP_DIR /mnt/x' })).toBe(
    'BACKUP_DIR /mnt/x não é variável do Balcão e não vale (falta o “=”?).',
  );
  expect(unknownVariables({ SETTINGS_NAMES })).toEqual([...names, 'PROT']);
  const env = { SETTINGS_NAMES: 'DATA_DR,PORT' };
  expect(badConfigInWords(new BadConfig(['PORT precisa.'], env), env)).toMatch(
    /:\n {2}- PORT precisa\.\n {2}- DATA_DR não é variável/,
  );
});

test('in the environment those that begin like one of ours, and none of another program', () => {
  const slips = [
    'BACKUP_FOLDER',
    'DATADIR',
    'database_url',
    'Port',
    'PORTA',
    'TRUST_PROXIES',
    'DATABASE_URI',
  ];
  const others = [
    'HOME',
    'HOSTNAME',
    'PATH',
    'HOSTTYPE',
    'LOGNAME',
    'NODE_OPTIONS',
    'TZ',
    'PROT',
    'PGHOST',
  ];
  const ours = ['HOST', 'BACKUP_KEEP', 'AUDIT_KEY', 'STARTED_AGAIN_AFTER', 'BALCAO_COMMAND'];
  const env = Object.fromEntries([...slips, ...others, ...ours].map((name) => [name, 'x']));
  expect(unknownVariables(env)).toEqual(slips);
  // Only a start with such a line in the file makes no new shop.
  expect(() => refuseNewWithUnknown({ ...env, SETTINGS_NAMES: 'PORT' })).not.toThrow();
});

test('one sentence says them, and where they are', () => {
  const SETTINGS_FILE = '/opt/balcao.env';
  expect(unknownInWords({ SETTINGS_FILE, SETTINGS_NAMES: 'PORTA' })).toBe(
    'PORTA não é variável do Balcão e não vale (em /opt/balcao.env ou no ambiente).',
  );
  expect(unknownInWords({ PORT: '1' })).toBeUndefined();
  expect(unknownInWords({ BACKUPDIR: '' })).toBe('BACKUPDIR não é variável do Balcão e não vale.');
  expect(unknownInWords({ BACKUPDIR: '', Host: '' })).toBe(
    'BACKUPDIR, Host não são variáveis do Balcão e não valem.',
  );
});
