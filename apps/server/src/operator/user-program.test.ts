import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { actorOf } from '@balcao/domain/audit/entry.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../database/connection.ts';
import { keepLog, makeShopFolder } from '../database/embedded/testing/shop-folder.ts';
import { subjectsOf } from '../features/auth/throttle.ts';
import { makeEmptyDatabase, temporaryFolder } from '../testing/app.ts';
import { type OpenProgram, runProgram, startProgram } from '../testing/program.ts';
import { codeOf } from '../testing/second-factor.ts';
import { openForOperator } from './open-for-operator.ts';

const ADMIN_PASSWORD = 'escolhida-na-escola';
const FILE = path.join(import.meta.dirname, 'user-program.ts');

/** The command with the arguments of a line, in the shop of these variables; the password that it printed. */
function commandIn(env: Record<string, string>) {
  return async (line: string) => {
    const args = line
      .split(' ')
      .filter(Boolean)
      .map((word) => word.replaceAll('_', ' '));
    const program = runProgram(FILE, env, { args });
    const code = await program.ended();
    const printed = program.printed();
    const password = /senha provisória .*: (\S+)\n/.exec(printed)?.[1] ?? '';
    return { code, printed, errors: program.troubles(), password };
  };
}

function visitor({ call }: OpenProgram) {
  return (username: string, password: string, from?: string) =>
    call('login', {
      body: { username, password },
      ...(from && { headers: { 'x-forwarded-for': from } }),
    });
}

const STRANGER = '203.0.113.9';

/** As if somebody had guessed all day: at the address of an administrator, at others, and at all of these. */
async function makeWait(db: Db, login: string): Promise<string[]> {
  const known = subjectsOf(login, '127.0.0.1', true).account;
  const strange = subjectsOf(login, STRANGER, false).account;
  const shared = { key: strange.strangersAt ?? '', strangersAt: null };
  for (const { key, strangersAt } of [known, strange, shared]) {
    await sql`
      INSERT INTO sign_in_failures (subject, strangers_at, failures, last_at, blocked_until)
      VALUES (${key}, ${strangersAt}, 40, now(), now() + interval '1 hour')
      ON CONFLICT (subject) DO UPDATE SET blocked_until = excluded.blocked_until`.execute(db);
  }
  return [known.key, strange.key, shared.key];
}

test('an administrator who lost everything gets in again, with the shop open or closed, and the audit has it', async () => {
  const dataDir = await makeShopFolder();
  const program = startProgram({ DATA_DIR: dataDir, ADMIN_PASSWORD, BACKUP_KEEP: '0' });
  const opened = await program.opened();
  const { call } = opened;
  const login = visitor(opened);
  const user = commandIn({ DATA_DIR: dataDir });
  const shop = await openForOperator({ dataDir, databaseUrl: undefined }, keepLog().log);
  const earlier = (await login('admin', ADMIN_PASSWORD)).body.access;

  const keys = await makeWait(shop.db, 'admin');
  for (const from of [undefined, STRANGER]) {
    expect((await login('admin', ADMIN_PASSWORD, from)).status).toBe(429);
  }
  const unlocked = await user('unlock Admin');
  expect(unlocked).toMatchObject({ code: 0, printed: expect.stringContaining('foram esquecidas') });
  const counts = shop.db.selectFrom('sign_in_failures').where('subject', 'in', keys);
  expect(await counts.selectAll().execute()).toEqual([]);
  for (const from of [undefined, STRANGER]) {
    expect((await login('admin', ADMIN_PASSWORD, from)).status).toBe(200);
  }
  await shop.close();

  const reset = await user('reset-password ADMIN');
  expect(reset).toMatchObject({ code: 0, errors: '' });
  expect((await login('admin', ADMIN_PASSWORD)).status).toBe(401);
  const again = await login('admin', reset.password);
  expect(again.body.user).toMatchObject({ admin: true, must_change_password: true });
  const stillIn = async () => (await call('listUsers', { token: earlier })).status;
  await expect.poll(stillIn).toBe(401);

  const last = await user('disable admin');
  expect(last).toMatchObject({
    code: 1,
    errors: expect.stringContaining('um administrador ativo'),
  });
  const made = await user('create bia@escola.br Bia_Lima --admin');
  expect(made.code).toBe(0);
  const taken = await user('create BIA@escola.br Outra');
  expect(taken).toMatchObject({ code: 1, password: '' });
  expect(taken.errors).toContain('Já existe um usuário com este login');
  const unfit = await user('create caio Ca\u200bio');
  expect(unfit).toMatchObject({ code: 1, errors: expect.stringContaining('não aparecem na tela') });
  expect((await user('disable admin')).code).toBe(0);
  expect((await login('admin', reset.password)).status).toBe(401);
  expect((await user('disable admin')).printed).toContain('Já estava desativado');
  expect((await user('unlock ninguem')).errors).toContain('Não há usuário com este login');

  // The phone is lost too.
  const body = { password: made.password };
  const bia = (await login('bia@escola.br', made.password)).body.access;
  const { secret } = (await call('beginSecondFactor', { token: bia, body })).body;
  const code = codeOf(secret);
  expect((await call('confirmSecondFactor', { token: bia, body: { code } })).status).toBe(200);
  expect((await login('bia@escola.br', made.password)).problem.code).toBe('code_required');
  expect((await user('list')).printed).toContain('administrador  ·  segundo fator');
  const freed = await user('reset-second-factor BIA@escola.br');
  expect(freed).toMatchObject({ code: 0, printed: expect.stringContaining('só com a senha') });
  expect((await user('reset-second-factor bia@escola.br')).printed).toContain('Já estava sem');

  const token = (await login('bia@escola.br', made.password)).body.access;
  const audit = (await call('listAudit', { token, query: { page_size: '100' } })).body.results;
  const ours = audit
    .filter((entry) => /^(user|password|second_factor)\./.test(entry.action))
    .reverse();
  expect(ours.map((entry) => `${entry.action} ${entry.person}, ${actorOf(entry)}`)).toEqual([
    'user.created Administrador, Sistema',
    'user.unlocked Administrador, Operador do servidor',
    'password.reset Administrador, Operador do servidor',
    'user.created Bia Lima, Operador do servidor',
    'user.edited Administrador, Operador do servidor',
    'second_factor.set_up Bia Lima, Bia Lima',
    'second_factor.reset Bia Lima, Operador do servidor',
  ]);
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);

  const list = await user('list');
  expect(list.printed.split('\n')).toEqual([
    'admin  ·  Administrador  ·  administrador  ·  desativado',
    'bia@escola.br  ·  Bia Lima  ·  administrador',
    '',
  ]);
  const closed = await user('reset-password admin');
  expect(closed.password).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
  expect(closed.printed).toContain('Está desativado');
  const log = await readFile(path.join(dataDir, 'balcao.log'), 'utf8');
  for (const { password } of [reset, made]) {
    expect(JSON.stringify(audit) + log).not.toContain(password);
  }
}, 240_000);

test('users of a shop on another PostgreSQL', async () => {
  const DATABASE_URL = await makeEmptyDatabase();
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL, BACKUP_KEEP: '0' };
  const program = startProgram({ ...env, ADMIN_PASSWORD });
  const login = visitor(await program.opened());
  const { password } = await commandIn(env)('reset-password admin');
  expect((await login('admin', password)).status).toBe(200);
}, 60_000);

test('arguments that are not understood change nothing, and none is a password', async () => {
  const user = commandIn({ DATA_DIR: await temporaryFolder() });
  const lines = ['', 'toString', 'create ana', 'create ana Ana senha', 'unlock', 'list --admin'];
  const refused = await Promise.all([...lines, 'reset-password a --password=b'].map(user));
  for (const { code, printed, errors } of refused) {
    expect({ code, printed }).toEqual({ code: 1, printed: '' });
    expect(errors).toContain('npm run user -- reset-password LOGIN');
    expect(errors).not.toContain('    at ');
  }
}, 60_000);
