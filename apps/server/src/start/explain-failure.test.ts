import { chown } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../program/config.ts';
import { inWords } from '../program/error-words.ts';
import { temporaryFolder } from '../testing/app.ts';
import { explainFailure } from './explain-failure.ts';

const config = readConfig({ PORT: '4000', HOST: 'loja.local' }, '/srv');
const external = { ...config, databaseUrl: 'postgres://u:segredo@banco/x' };
const trouble = (fields: object) => Object.assign(new Error('in English'), fields);

test.each([
  [{ syscall: 'listen', code: 'EADDRINUSE' }, /^A porta 4000 já está em uso/],
  [{ syscall: 'listen', code: 'EACCES' }, /^Sem permissão para abrir a porta 4000/],
  [
    { syscall: 'listen', code: 'EADDRNOTAVAIL' },
    /^HOST loja\.local não é um endereço .*\. Tire a linha, ou use 0\.0\.0\.0\.$/,
  ],
  [{ syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'loja.local' }, /^HOST loja\.local/],
  [
    { syscall: 'mkdir', code: 'ENOTDIR', path: '/srv/data' },
    /pasta \/srv\/data \(DATA_DIR\): in English/,
  ],
  [
    { syscall: 'mkdir', code: 'EACCES', path: '/srv/data' },
    /usar \/srv\/data.*sudo install -d -m 0700 -o \S+ \/srv\/data/,
  ],
  [{ syscall: 'open', code: 'EROFS', path: '/srv/data/balcao.log' }, /disco só de leitura/],
  [{ syscall: 'write', code: 'ENOSPC', path: '/srv/data/balcao.log' }, /^O disco está cheio\./],
])('%o is said in words', (fields, words) => {
  expect(explainFailure(trouble(fields), config)).toMatch(words);
});

test('a database that is not there is named, also when a name has several addresses', () => {
  const refused = trouble({ syscall: 'connect', code: 'ECONNREFUSED' });
  const words = /^Nenhum PostgreSQL responde no endereço de DATABASE_URL \(in English\)/;
  expect(explainFailure(refused, external)).toMatch(words);
  expect(explainFailure(new AggregateError([refused, refused]), external)).toMatch(words);
  expect(inWords(new AggregateError([refused, refused]))).toMatch(words);
  const unknown = trouble({ code: '3D000' });
  expect(explainFailure(unknown, external)).toMatch(
    /^No PostgreSQL de DATABASE_URL não há o banco/,
  );
  expect(inWords(trouble({ code: '28P01' }))).toMatch(/^O PostgreSQL não aceitou .* a senha/);
});

test('a password with an @ is not printed as the name of a server, and how to write it is said', () => {
  const hostname = 'greta@banco';
  const lost = Object.assign(new Error(`getaddrinfo EAI_AGAIN ${hostname}`), {
    ...{ syscall: 'getaddrinfo', code: 'EAI_AGAIN', hostname },
  });
  for (const words of [explainFailure(lost, external), inWords(lost)]) {
    expect(words).toMatch(/não foi encontrado \(EAI_AGAIN\).*%40 %2F %23/);
    expect(words).not.toContain('greta');
  }
});

test('a certificate of a database that is not trusted is told from a database that is not there', () => {
  const untrusted = trouble({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(explainFailure(untrusted, external)).toMatch(/certificado do PostgreSQL.*sslrootcert=/);
  const databaseUrl = `${external.databaseUrl}?sslmode=verify-full&sslrootcert=/etc/ssl/x%20y.crt`;
  const missing = trouble({ syscall: 'open', code: 'ENOENT', path: '/etc/ssl/x y.crt' });
  expect(explainFailure(missing, { ...config, databaseUrl })).toBe(
    'Não existe: /etc/ssl/x y.crt. Confira sslrootcert em DATABASE_URL.',
  );
});

test('a scratch database that finds its disk full is said in one line', () => {
  const long =
    'initdb failed (1):\nrunning bootstrap script ... \nFATAL: could not write to file "pg_wal/xlogtemp.9": No space left on device\nchild process exited with exit code 1';
  expect(inWords(new Error(long))).toBe(
    'O disco está cheio. Libere espaço, ou escolha uma pasta em outro disco.',
  );
});

test('a folder on a disk that can only be read is told from one that is not there', () => {
  const fields = { syscall: 'open', code: 'EROFS', path: '/mnt/nas' };
  expect(inWords(trouble(fields))).toBe(
    '/mnt/nas está num disco só de leitura (EROFS). Monte-o com escrita.',
  );
});

test('the folder that is named is the one that is wrong', () => {
  const backups = { ...config, backupDir: '/var' };
  const closed = { syscall: 'scandir', code: 'EACCES', path: '/var' };
  expect(explainFailure(trouble(closed), backups)).toMatch(
    /usar \/var.*sudo chown -R \S+ \/var\), ou escolha outra em BACKUP_DIR/,
  );
  const inside = { syscall: 'mkdir', code: 'ENOENT', path: '/srv/data/new/sub' };
  expect(explainFailure(trouble(inside), config)).toMatch(/não pode ser criada: .* só de leitura/);
});

test('a folder is not taken from the user of the service by whoever starts the shop by hand', async ({
  skip,
}) => {
  if (process.getuid?.() !== 0) skip('only root can give files away');
  const dataDir = await temporaryFolder();
  await chown(dataDir, 65_534, 65_534);
  const closed = trouble({ syscall: 'open', code: 'EACCES', path: `${dataDir}/balcao.log` });
  const words = (service: string) => explainFailure(closed, { ...config, dataDir }, service);
  expect(words('nobody')).toMatch(/Rode o Balcão com o usuário nobody\.$/);
  expect(words('caixa')).toMatch(/\. Como root: chown -R caixa: \S+; depois abra\.$/);
});

test('our own words are passed on, a mistake in the program is not explained away', () => {
  expect(explainFailure(new Error('A pasta está em uso.'), config)).toBe('A pasta está em uso.');
  expect(explainFailure(new TypeError('x is not a function'), config)).toBeUndefined();
  expect(explainFailure('thrown text', config)).toBeUndefined();
});
