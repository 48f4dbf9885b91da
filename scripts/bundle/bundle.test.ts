import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyOurs } from './contents.mjs';

let home: string;
let unpacked: string;

/** As it is unpacked, with the packages of this folder in place of those that a bundle brings. */
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'loja da escola '));
  unpacked = join(home, 'balcao-9.9.9');
  copyOurs(unpacked);
  for (const folder of ['node_modules', 'scripts/toolchain/node_modules']) {
    mkdirSync(join(unpacked, folder, '..'), { recursive: true });
    symlinkSync(resolve(folder), join(unpacked, folder));
  }
  symlinkSync(unpacked, join(home, 'balcao'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs a command by the link to the folder, called in another one. */
function balcao(args: string[], env: Record<string, string> = {}) {
  const { DATA_DIR, INIT_CWD, ...rest } = process.env;
  const options = { cwd: tmpdir(), env: { ...rest, ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    'sh',
    [join(home, 'balcao/balcao'), ...args],
    options,
  );
  return { status, output: stdout + stderr };
}

test('its program lists its commands, says where the shop is, and refuses what it does not know', () => {
  const { status, output } = balcao(['help']);
  expect(status).toBe(0);
  for (const name of ['start', 'demo', 'backup', 'restore', 'user', 'doctor', 'audit:verify']) {
    expect(output).toMatch(new RegExp(`^  ${name} `, 'm'));
  }
  expect(output).toContain(`Dados: ${home}/balcao-data, `);
  expect(balcao(['version']).output).toMatch(
    /^Balcão \d+\.\d+\.\d+(-dev)? \([0-9a-f]{7,}(-dirty)?\), Node 2\d\./,
  );
  const byNpm = balcao(['audit:verify']).output;
  expect(byNpm).toBe(balcao(['audit-verify']).output);
  expect(byNpm).not.toContain('Não há o comando');
  const unknown = balcao(['vender']);
  expect(unknown.status).toBe(2);
  expect(unknown.output).toMatch(/^Não há o comando vender\.\n\n.*balcao COMANDO/);
});

test('the words of a command name the program as it was called', () => {
  const { status, output } = balcao(['user']);
  expect(status).toBe(1);
  expect(output).toContain(`  '${home}/balcao/balcao' user reset-password LOGIN `);
});

test('the shop is where the settings beside the folder say, or the caller', () => {
  const noShopIn = (folder: string) => new RegExp(`${folder}(?:/|\\.| )`);
  writeFileSync(join(home, 'balcao.env'), '# here\nDATA_DIR=outra loja\n');
  expect(balcao(['user', 'list']).output).toMatch(noShopIn(`${home}/outra loja`));
  const typed = balcao(['user', 'list'], { DATA_DIR: 'digitada' });
  expect(typed.output).toMatch(noShopIn(`${tmpdir()}/digitada`));
  // A printed command names a folder that was typed, which the settings do not say.
  const usage = (env = {}) => balcao(['user'], env).output;
  expect(usage()).toContain(`\n  '${home}/balcao/balcao' user reset-password`);
  expect(usage({ DATA_DIR: 'digitada' })).toContain(
    `\n  DATA_DIR=${tmpdir()}/digitada '${home}/balcao/balcao' user reset-password`,
  );
  expect(readdirSync(home).sort()).toEqual(['balcao', 'balcao-9.9.9', 'balcao.env']);
});

test('a name among the settings that Balcão does not know is named', { timeout: 90_000 }, () => {
  writeFileSync(join(home, 'balcao.env'), 'BAKUP_DIR=/mnt/nas\nPORT=0\n');
  expect(balcao(['doctor'], { TRUST_PROXIES: 'x' }).output).toMatch(
    /^atenção .*BAKUP_DIR, TRUST_PROXIES não são variáveis do Balcão e não valem \(em .*balcao\.env ou no ambiente\)\. → .*BACKUP_DIR/m,
  );
});
