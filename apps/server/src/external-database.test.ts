import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from './testing/app.ts';
import { openDebianPostgres, whyNoDebianPostgres } from './testing/debian-postgres.ts';
import { startProgram } from './testing/program.ts';

test('another PostgreSQL: it is used, its unsuitable settings are named, and none is made here', async ({
  skip,
}) => {
  const why = whyNoDebianPostgres();
  if (why) skip(why);
  const { url, query, stop, openAgain } = await openDebianPostgres();
  const dataDir = await temporaryFolder();
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: url('loja'),
    ADMIN_PASSWORD: 'escolhida-na-escola',
  };

  const program = startProgram(env);
  const { call } = await program.opened();
  expect(program.printed()).toContain('no PostgreSQL de DATABASE_URL');
  expect((await call('readHealth')).status).toBe(200);
  expect(program.printed()).not.toContain('balcao_app');
  const body = { username: 'admin', password: env.ADMIN_PASSWORD };
  expect((await call('login', { body })).status).toBe(200);
  await stop();
  const said = { timeout: 20_000 };
  await expect.poll(program.troubles, said).toContain('O PostgreSQL está fora do ar');
  openAgain();
  await expect.poll(program.troubles, said).toMatch(/O PostgreSQL voltou\.\n$/);
  expect(program.troubles().match(/fora do ar/g)).toHaveLength(1);
  program.kill('SIGTERM');
  expect(await program.ended()).toBe(0);
  const made = await readdir(dataDir);
  expect(made).toContain('balcao.log');
  for (const ours of ['postgres', 'postgres.log', 'balcao_app.password']) {
    expect(made).not.toContain(ours);
  }

  // An owner who may not make the role is told so, and the shop opens.
  await query('CREATE ROLE comum LOGIN');
  await query('CREATE DATABASE outra OWNER comum');
  const ordinary = startProgram({
    ...env,
    DATABASE_URL: url('outra').replace('dono@', 'comum@'),
    DATA_DIR: await temporaryFolder(),
  });
  await ordinary.opened();
  expect(ordinary.printed()).toContain('não pode preparar o papel balcao_app');
  ordinary.kill('SIGTERM');
  await ordinary.ended();

  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    await query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await query('SELECT pg_reload_conf()');
  const unsafe = startProgram(env);
  expect(await unsafe.ended()).toBe(1);
  expect(unsafe.troubles()).toBe(
    'O PostgreSQL de DATABASE_URL não serve: está com fsync desligado; está com full_page_writes desligado; está com synchronous_commit = off.\n',
  );

  await query("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");
  const ascii = startProgram({ ...env, DATABASE_URL: url('ascii') });
  expect(await ascii.ended()).toBe(1);
  expect(ascii.troubles()).toContain('guarda texto em SQL_ASCII e não em UTF8');

  const absent = startProgram({ ...env, DATABASE_URL: url('nada') });
  expect(await absent.ended()).toBe(1);
  expect(absent.troubles()).toBe(
    'No PostgreSQL de DATABASE_URL não há o banco de dados que ela diz (3D000).\n',
  );
}, 240_000);
