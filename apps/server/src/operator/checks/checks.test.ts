import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { seePlace } from '../../backup/backup-place.ts';
import { failureNote } from '../../backup/failure-note.ts';
import { keepLog } from '../../database/embedded/testing/shop-folder.ts';
import { NoShop } from '../../database/open/open-as-owner.ts';
import { readConfig } from '../../program/config.ts';
import { temporaryFolder } from '../../testing/app.ts';
import { runProgram } from '../../testing/program.ts';
import { checkBackupFolder, checkBackups } from './backups.ts';
import { checkConfiguration } from './configuration.ts';
import { checkVersion } from './database.ts';
import { finding } from './disk.ts';
import { withoutShop } from './examine.ts';
import { checkFiles } from './files.ts';
import { exitCodeOf, inOneLine, problem } from './finding.ts';
import { checkCertificate, checkErrors, checkFalls, checkProxy, checkTls, readLog } from './log.ts';

const { signal } = new AbortController();

test('settings that contradict each other are said, with what to do', async () => {
  const dataDir = await temporaryFolder();
  const examine = async (env: Record<string, string>) => {
    const given = { DATA_DIR: dataDir, ...env };
    const found = await checkConfiguration(given, readConfig({ ...given }, '/'));
    return { code: exitCodeOf(found), text: found.map(inOneLine).join('\n') };
  };
  expect(await examine({})).toMatchObject({ code: 0, text: expect.stringContaining('(DATA_DIR)') });
  await mkdir(path.join(dataDir, 'postgres'));
  await writeFile(path.join(dataDir, 'audit.key'), 'cd'.repeat(32));
  const { code, text } = await examine({
    DATABASE_URL: 'postgres://loja:segredo@10.0.0.7/balcao',
    PGHOST: 'outro',
    AUDIT_KEY: 'ab'.repeat(32),
    TRUST_PROXY: '10.0.0.5',
    UPGRADE_WITHOUT_BACKUP: '1',
    BACKUP_FOLDER: '/mnt',
  });
  expect(code).toBe(1);
  expect(text).not.toContain('segredo');
  for (const words of [
    'BACKUP_FOLDER não é variável do Balcão e não vale. → Corrija ou tire; as que há: ADMIN_LOGIN,',
    'PGHOST não têm efeito',
    'há outra loja, no PostgreSQL embutido',
    'sslmode=verify-full',
    'UPGRADE_WITHOUT_BACKUP=1 ficou ligado',
    'TRUST_PROXY confia em proxies',
    'audit.key tem outra chave',
  ]) {
    expect(text).toContain(words);
  }
  const empty = await examine({ PUBLIC_URL: ' ', HOST: '', SETTINGS_NAMES: 'PUBLIC_URL,DATA_DIR' });
  expect(empty.text).toBe(
    'atenção   configuração: PUBLIC_URL está sem valor em balcao.env, como se não estivesse lá. → Dê-lhe um valor, ou tire a linha.',
  );
  const near = await examine({ DATABASE_URL: 'postgres:///loja?host=/run/postgresql' });
  expect(near.text).not.toContain('sslmode');
});

test('a disk that will be full is said in time', () => {
  expect(finding('/x', 50e9, 0).state).toBe('ok');
  expect(finding('/x', 50e9, 0.1e9)).toMatchObject({
    state: 'ok',
    words: '50 GB livres em /x, para uns 500 dias no ritmo do último mês.',
  });
  expect(finding('/x', 5e9, 0.1e9).state).toBe('atenção');
  expect(finding('/x', 0.6e9, 0.1e9).state).toBe('problema');
  expect(finding('/x', 0.4e9, 0).state).toBe('problema');
});

test('rights of keys and folders', async () => {
  const dataDir = await temporaryFolder();
  const key = path.join(dataDir, 'audit.key');
  await writeFile(key, 'x', { mode: 0o600 });
  const states = async () =>
    (await checkFiles({ dataDir, backupDir: dataDir })).map(({ state }) => state);
  expect(await states()).toEqual(['ok']);
  await chmod(key, 0o640);
  await chmod(dataDir, 0o777);
  expect(await states()).toEqual(['problema', 'problema']);
  await chmod(key, 0o600);
  await chmod(dataDir, 0o700);
  // After chmod -R 777 the keys are not enough: PostgreSQL would not start.
  const cluster = path.join(dataDir, 'postgres/cluster');
  await mkdir(cluster, { recursive: true });
  await chmod(cluster, 0o777);
  const all = async (user?: string) =>
    (await checkFiles({ dataDir, backupDir: dataDir }, user)).map(inOneLine).join('\n');
  expect(await all()).toContain(`→ chmod -R go-rwx ${cluster}`);
  await chmod(cluster, 0o750);
  expect(await all()).toMatch(/^ok /);
  expect(await all('nobody')).toMatch(
    new RegExp(`e a loja roda como nobody\\. → Como root: chown -R nobody: ${dataDir}`),
  );
  expect((await checkFiles({ dataDir: `${dataDir}/none`, backupDir: dataDir }))[0]?.state).toBe(
    'problema',
  );
});

test('a file of another user in the data folder', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('only root can give files away');
  const dataDir = await temporaryFolder();
  const file = path.join(dataDir, 'balcao.log');
  await writeFile(file, '');
  await chown(dataDir, 65_534, 65_534);
  expect((await checkFiles({ dataDir, backupDir: dataDir })).map(inOneLine)).toEqual([
    expect.stringMatching(
      new RegExp(`^atenção .*não são do dono da pasta.* → chown 65534:65534 ${file}$`),
    ),
  ]);
});

test('a data folder of another machine’s number is given to the shop’s user, the backups with it', async ({
  skip,
}) => {
  if (process.getuid?.() !== 0) skip('only root can give files away');
  const parent = await temporaryFolder();
  await chmod(parent, 0o755);
  const dataDir = path.join(parent, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, 4_321, 4_321);
  const place = { dataDir, backupDir: path.join(dataDir, 'backups') };
  const lines = async (user?: string) => (await checkFiles(place, user)).map(inOneLine);
  expect(await lines('nobody')).toEqual([
    expect.stringMatching(/^problema .*de número 4321.*chown -R nobody: .*; depois abra\.$/),
  ]);
  expect(await lines()).toEqual([
    expect.stringMatching(/^atenção .*que esta máquina não conhece\. → Como root: chown -R \S+: /),
  ]);
  const seen = { backups: [], trouble: undefined, room: undefined };
  const backups = async (backupDir: string, user?: string) =>
    (await checkBackupFolder({ ...place, backupDir, backupMount: undefined }, seen, user)).map(
      inOneLine,
    );
  const inTheWay = path.join(parent, 'file');
  await writeFile(inTheWay, '');
  expect(await backups(path.join(inTheWay, 'x'), 'nobody')).toEqual([
    expect.stringContaining('install -d -o nobody -m 0700'),
  ]);
  // Whom the service runs as, who may not enter the folder.
  const program = path.join(import.meta.dirname, '../doctor-program.ts');
  const nobody = { uid: 65_534, gid: 65_534 };
  const doctor = runProgram(program, { DATA_DIR: dataDir, PORT: '1' }, { account: nobody });
  expect(await doctor.ended()).toBe(2);
  expect(doctor.printed()).toMatch(
    new RegExp(`pasta de dados: .*4321.* → Como root: chown -R nobody: ${dataDir}; depois abra`),
  );
  expect(doctor.printed()).not.toMatch(/install -d|pasta fora|em DATA_DIR|Rode o comando/);
  // Of somebody whom the machine knows, it may be the right one: in the words of the start.
  await chown(dataDir, 65_534, 65_534);
  const daemon = { uid: 1, gid: 1 };
  const other = runProgram(program, { DATA_DIR: dataDir, PORT: '1' }, { account: daemon });
  await other.ended();
  expect(other.printed()).toContain(
    `→ Rode o Balcão com o usuário nobody. Se a loja agora é de quem o roda, como root: chown -R daemon: ${dataDir}; depois abra.`,
  );
});

test('a folder without a shop: where it may be, the sample shop too', async () => {
  const folder = await temporaryFolder();
  const words = async () => {
    const place = { dataDir: path.join(folder, 'data'), backupDir: undefined };
    return (await checkFiles(place)).map(inOneLine).join('\n');
  };
  expect(await words()).toMatch(/Não existe: .* → Diga em DATA_DIR onde está a loja, ou abra-a/);
  expect(await words()).not.toContain('demonstração');
  await mkdir(path.join(folder, 'data-demo'));
  expect(await words()).toContain(`A de demonstração: DATA_DIR=${folder}/data-demo npm run doctor`);
});

test('a restore is advised only where something is lost', async () => {
  const dataDir = await temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir }, '/');
  const seen = { backups: [], trouble: undefined, room: undefined };
  const words = async (error: Error) =>
    (await withoutShop(config, seen, error)).map(inOneLine).at(-1);
  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), {
    ...{ code: 'ECONNREFUSED', syscall: 'connect' },
  });
  expect(await words(away)).toMatch(/Nenhum PostgreSQL responde .*10\.0\.0\.7:5432/);
  expect(await words(away)).not.toMatch(/backup|restaurar/);
  expect(await words(new NoShop('Não há uma loja.'))).toContain('não há backup');
  // Its keys are left: a database that somebody has moved, or of another PostgreSQL.
  await writeFile(path.join(dataDir, 'audit.key'), 'x');
  expect(await words(new NoShop('Não há uma loja.'))).toMatch(
    /^problema .*falta .*\/postgres, o banco da loja, de que ficou audit\.key\. → Se foi movida, devolva-a; se o banco é de outro PostgreSQL, diga qual em DATABASE_URL\. .*não há backup/,
  );
});

test('what keeps the PostgreSQL of DATABASE_URL shut is said with the one command that opens it', async () => {
  const dataDir = await temporaryFolder();
  const DATABASE_URL = 'postgres://ca%C3%ADxa:segredo@db.escola.lan/loja';
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL }, '/');
  const seen = { backups: [], trouble: undefined, room: undefined };
  const words = async (code: string, more = {}) => {
    const error = Object.assign(new Error('in English'), { code, ...more });
    return (await withoutShop(config, seen, error)).map(inOneLine).at(-1);
  };
  expect(await words('28P01')).toMatch(
    /não aceitou o usuário ou a senha .* → Corrija DATABASE_URL, ou dê a caíxa a senha dela, no servidor do PostgreSQL: runuser -u postgres -- psql -c '\\password "caíxa"'; se ele não existe: runuser -u postgres -- createuser --pwprompt 'caíxa'$/,
  );
  expect(await words('3D000')).toMatch(
    /não há o banco .* → Corrija DATABASE_URL. Se o banco é novo, .*: runuser -u postgres -- createdb --owner='caíxa' loja$/,
  );
  expect(await words('28000')).toMatch(/ → .*pg_hba\.conf/);
  const cert = { subjectaltname: 'DNS:db, DNS:db.lan' };
  const unnamed = await words('ERR_TLS_CERT_ALTNAME_INVALID', { cert });
  expect(unnamed).toMatch(
    /O certificado do PostgreSQL é de DNS:db, DNS:db\.lan, e não do servidor que DATABASE_URL diz\. Ponha/,
  );
  expect(unnamed).not.toMatch(/sslrootcert|in English/);
  expect(await words('CERT_HAS_EXPIRED')).toMatch(/venceu ou ainda não vale/);
});

test('a file that is no whole backup is named, and a folder that no backup can be made in', async () => {
  const folder = await temporaryFolder();
  const found = async (backupDir: string) => {
    const config = readConfig({ BACKUP_DIR: backupDir }, '/');
    const place = await seePlace({ ...config, tries: false }, keepLog().log).catch(
      (error: Error) => error,
    );
    return (await checkBackupFolder(config, place)).map(inOneLine);
  };
  expect(await found(path.join(folder, 'not'))).toEqual([]);
  expect(await found(path.join(folder, 'not/yet'))).toEqual([
    expect.stringMatching(/^problema .*nenhum pode ser feito em .*Não existe: .*\/not\. → /),
  ]);
  const cut = path.join(folder, 'balcao-x-2026-11-21T10-00-00.backup');
  await writeFile(cut, 'half of it');
  expect(await found(folder)).toEqual([expect.stringContaining(cut)]);
  // Also where its length is known from an earlier reading.
  const known = { [path.basename(cut)]: { bytes: 99, at: new Date() } };
  await writeFile(path.join(folder, 'conferidos.json'), JSON.stringify(known));
  expect(await found(folder)).toEqual([
    expect.stringMatching(/^problema .*cortado depois de feito/),
  ]);
  // A file in the way, for root too.
  const inTheWay = path.join(cut, 'backups');
  expect(await found(inTheWay)).toEqual([
    expect.stringMatching(
      new RegExp(`nenhum pode ser feito em .* install -d -o \\S+ -m 0700 ${inTheWay}$`),
    ),
  ]);
});

test('TLS, errors and a bad proxy are read from the log, also from a line that was cut', async () => {
  const dataDir = await temporaryFolder();
  const at = (host: string, more = {}) => readConfig({ HOST: host, ...more }, '/');
  const none = await readLog(dataDir);
  expect(checkTls(none, at('127.0.0.1')).state).toBe('ok');
  expect(checkTls(none, at('0.0.0.0')).state).toBe('atenção');
  expect(checkProxy(none).state).toBe('ok');
  const time = new Date().toISOString();
  const lines = [
    `{"level":30,"time":"${time}","route":"/","https":true,"msg":"request"}`,
    `{"level":50,"time":"2020-01-01T00:00:00.000Z","msg":"old"}`,
    `{"level":40,"time":"${time}","proxy":"silent","msg":"Um proxy não passa nada."}`,
    `{"level":40,"time":"${time}","proxy":"host","msg":"Um proxy não passa Host."}`,
    `{"level":40,"time":"2020-01-01T00:00:00.000Z","diedOf":"SIGTERM","msg":"old"}`,
    `{"level":40,"time":"${time}","diedOf":"SIGKILL","msg":"O servidor tinha caído."}`,
    `{"level":50,"time":"${time}","msg":"O disco está cheio"}`,
    '{"level":50,"time":"2026-11',
  ];
  await writeFile(path.join(dataDir, 'balcao.log.1'), lines.join('\n'));
  const log = await readLog(dataDir);
  expect(inOneLine(checkErrors(log, dataDir))).toContain(
    '1 erro nas últimas 24 horas; o último: O disco',
  );
  expect(checkFalls(none)).toEqual([]);
  expect(checkFalls(log).map(inOneLine)).toEqual([
    expect.stringMatching(/^atenção .*o servidor caiu uma vez .*: SIGKILL\. → .*memória/),
  ]);
  const file = path.join(dataDir, 'balcao.log');
  await mkdir(file);
  expect((await readLog(dataDir)).unread).toMatchObject({ code: 'EISDIR' });
  const away = await checkCertificate(log, at('127.0.0.1', { PUBLIC_URL: 'https://127.0.0.1:1' }));
  expect(away.map(inOneLine)).toEqual([
    'atenção   certificado: ninguém responde em https://127.0.0.1:1. → O proxy está aberto?',
  ]);
  const unnamed = { PUBLIC_URL: 'https://balcao.invalid' };
  expect((await checkCertificate(log, at('127.0.0.1', unnamed))).map(inOneLine)).toEqual([
    expect.stringMatching(
      /^atenção .*o nome balcao\.invalid não foi encontrado neste servidor: .* → /,
    ),
  ]);
  expect(inOneLine(checkProxy(log))).toMatch(/^atenção .*Um proxy não passa Host\. → /);
  // What the open shop says now is newer than the log, which has each kind once a day.
  expect(inOneLine(checkProxy(log, 'silent'))).toMatch(/^atenção .*Um proxy não passa nada\. → /);
  expect(inOneLine(checkProxy(log, 'ok'))).toMatch(/^ok .*o último pedido veio certo\. Antes/);
  expect(checkTls(log, at('127.0.0.1')).words).toContain('visto pela última vez');
  expect(checkTls(log, at('0.0.0.0')).state).toBe('atenção');
  expect(checkTls(log, at('0.0.0.0', { TRUST_PROXY: '10.0.0.5' })).state).toBe('ok');
});

test('a log that may not be read is said with what opens it', async ({ skip }) => {
  const dataDir = await temporaryFolder();
  const file = path.join(dataDir, 'balcao.log.1');
  await writeFile(file, '', { mode: 0o200 });
  const unread = Object.assign(new Error('EACCES'), { code: 'EACCES', path: file });
  const none = await readLog(await temporaryFolder());
  const said = () => inOneLine(checkErrors({ ...none, unread }, dataDir));
  expect(said()).toMatch(new RegExp(`^problema {2}log: .* → chmod u\\+rw ${file}$`));
  if (process.getuid?.() !== 0) skip('only root can give files away');
  await chown(dataDir, 65_534, 65_534);
  expect(said()).toMatch(new RegExp(` → Como root: chown 65534:65534 ${file}$`));
});

test('a backup that failed, is late, spoilt, or made elsewhere', async () => {
  const dataDir = await temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir }, '/');
  const none = { last: undefined, ageSeconds: undefined, failure: undefined };
  const states = async (given: Partial<Parameters<typeof checkBackups>[0]>) =>
    (await checkBackups({ state: 'ok', ...none, ...given }, config, signal)).map(inOneLine);
  expect(await states({})).toEqual([
    expect.stringMatching(/^ok .*primeira madrugada/),
    expect.stringMatching(/^atenção .*no mesmo disco/),
  ]);
  const full = [problem('disco', '0 MB livres.', 'Libere espaço.')];
  expect(await checkBackups({ state: 'ok', ...none }, config, signal, full)).toEqual([]);
  expect(await states({ state: 'late' })).toEqual([expect.stringMatching(/^problema .*backup$/)]);
  expect(await states({ state: 'off' })).toEqual([expect.stringMatching(/^atenção .*outro/)]);
  const failure = { at: new Date(), reason: 'O disco está cheio.' };
  expect(await states({ state: 'failed', failure })).toEqual([
    expect.stringMatching(/^problema {2}backup: O disco está cheio\. → /),
  ]);
  const { file } = failureNote(dataDir);
  await writeFile(file, 'no backup');
  const last = { file, takenAt: new Date(), bytes: 9 };
  expect(await states({ last })).toEqual([expect.stringMatching(/^problema .*não é um backup/)]);
  expect(await states({ state: 'failed', failure, last })).toEqual([
    expect.stringContaining('O disco está cheio.'),
    expect.stringContaining('não é um backup'),
  ]);
  expect(await states({ state: 'off', failure })).toEqual([
    expect.stringMatching(/^atenção .*BACKUP_KEEP=0, e ficou uma falha de .*O disco está cheio/),
    expect.stringMatching(/^atenção .*outro servidor/),
  ]);
  // The line about the folder says that.
  expect(await states({ state: 'failed', failure: { ...failure, isCut: true } })).toEqual([]);
  const interrupted = AbortSignal.abort(new Error('interrompido.'));
  await expect(checkBackups({ state: 'ok', ...none, last }, config, interrupted)).rejects.toThrow(
    'interrompido.',
  );
});

test('an older minor of PostgreSQL is said, a newer or another major is not', async () => {
  const ours = (await checkVersion('99.0', false)).words;
  expect(ours).toBe('99.0.');
  expect(await checkVersion('18.0', true)).toMatchObject({
    state: 'atenção',
    todo: expect.stringContaining('Reinicie'),
  });
  expect(await checkVersion('18.0', false)).toMatchObject({
    todo: expect.stringContaining('Atualize o PostgreSQL de DATABASE_URL'),
  });
  expect((await checkVersion('15.3', false)).state).toBe('ok');
});
