import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { makeEmptyDatabase } from '../../testing/app.ts';
import { aUser } from '../../testing/builders.ts';
import { asSuperuser, inDatabase } from '../../testing/cluster.ts';
import { connect } from '../connection.ts';
import { keepLog, makeShopFolder, openServer } from '../embedded/testing/shop-folder.ts';
import { migrations } from '../migrations/index.ts';
import { openDatabase } from './open-database.ts';
import { prepareServingRole } from './serving-role.ts';

const timeouts = async (db: Kysely<unknown>) => {
  const { rows } = await sql<{ statement: string; idle: string }>`
    SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`.execute(db);
  return rows;
};

const nameIn = (databaseUrl: string) => /\/(empty_\w+)/.exec(databaseUrl)?.[1] ?? '';

test('requests are never served by a role that could lose sales', async () => {
  const dataDir = await makeShopFolder();
  const open = () => openDatabase({ dataDir, databaseUrl: undefined }, keepLog().log);
  const first = await open();
  // The role may set this for itself.
  await sql`ALTER ROLE balcao_app SET synchronous_commit = off`.execute(first.connection.db);
  await first.close();
  const second = await open();
  const { rows } = await second.connection.pool.query('SHOW synchronous_commit');
  expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  await second.close();
  // A setting that a superuser has made for the whole database is refused, not reset.
  const server = await openServer(dataDir);
  await server.query('ALTER DATABASE balcao SET synchronous_commit = off');
  await server.stop();
  await expect(open()).rejects.toThrow(/synchronous_commit=off/);
});

test('an upgrade takes as long as it takes, while requests are given up on', async () => {
  const seen: unknown[] = [];
  const slow = { up: async (db: Kysely<unknown>) => void seen.push(...(await timeouts(db))) };
  const options = { dataDir: '/nowhere', databaseUrl: await makeEmptyDatabase() };
  const migrating = { known: { ...migrations, '9999_slow': slow } };
  const { connection, close } = await openDatabase({ ...options, migrating }, keepLog().log);
  onTestFinished(close);
  expect(seen).toEqual([{ statement: '0', idle: '0' }]);
  expect(await timeouts(connection.db as unknown as Kysely<unknown>)).toEqual([
    { statement: '15s', idle: '15s' },
  ]);
});

/** A database of the test PostgreSQL that belongs to an ordinary user, and its address. */
async function ofAnOrdinaryUser(name: string) {
  const url = await makeEmptyDatabase();
  const admin = new pg.Client(url);
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`REASSIGN OWNED BY ${name} TO CURRENT_USER; DROP OWNED BY ${name}`);
    await admin.query(`DROP ROLE ${name}`);
    await admin.end();
  });
  const { rows } = await admin.query('SELECT current_database() AS database');
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'senha'`);
  await admin.query(`ALTER DATABASE ${rows[0].database} OWNER TO ${name}`);
  return { admin, databaseUrl: url.replace(/\/\/[^@]*@/, `//${name}:senha@`) };
}

const REWRITTEN = "UPDATE audit_events SET action = 'nothing'";

async function opened(databaseUrl: string) {
  const database = await openDatabase({ dataDir: '/nowhere', databaseUrl }, keepLog().log);
  const { pool, db } = database.connection;
  const { rows } = await pool.query('SELECT current_user::text AS role');
  // The whole way: the role may do what a shop does.
  await aUser(db);
  const rewritten = await pool.query(REWRITTEN).then(
    () => 'done',
    ({ code }) => code,
  );
  await pool.query('RESET ROLE');
  const after = await pool.query('SELECT current_user::text AS role');
  await database.close();
  return { role: rows[0].role, after: after.rows[0].role, rewritten, warning: database.notes[0] };
}

const served = { role: 'balcao_app', after: 'balcao_app', rewritten: '42501', warning: undefined };

test('on another PostgreSQL too, requests are served by a role that cannot change the past', async () => {
  const url = await makeEmptyDatabase();
  expect(await opened(url)).toEqual(served);
  // Again, and with more servers at once.
  expect(await Promise.all([opened(url), opened(url)])).toEqual([served, served]);
  const withOptions = await opened(`${url}&options=-c%20geqo%3Doff`);
  expect(withOptions.warning).toContain('options= em DATABASE_URL');
});

test('a user who may not make that role is told so, and serves; one who was made its member needs no more', async () => {
  const { admin, databaseUrl } = await ofAnOrdinaryUser('dono_comum');
  const alone = await opened(databaseUrl);
  expect(alone).toMatchObject({ role: 'dono_comum', after: 'dono_comum' });
  expect(alone.warning).toContain('resolve: GRANT balcao_app TO dono_comum;');
  await admin.query('GRANT balcao_app TO dono_comum');
  expect(await opened(databaseUrl)).toEqual(served);
  // A standby, which may become the primary while it serves.
  const standby = connect(
    { connectionString: `${databaseUrl}&options=-c%20default_transaction_read_only%3Don` },
    () => {},
  );
  expect(await prepareServingRole(standby)).toEqual({ role: 'balcao_app' });
  await standby.close();
});

test('a user who may make roles makes it themselves', async () => {
  const { admin, databaseUrl } = await ofAnOrdinaryUser('dono_criador');
  await admin.query('ALTER ROLE dono_criador CREATEROLE');
  // The role of the tests is there already, and belongs to another: from PostgreSQL 16 on that needs its admin.
  await admin.query('GRANT balcao_app TO dono_criador WITH ADMIN OPTION');
  expect(await opened(databaseUrl)).toEqual(served);
});

describe('when the order of texts comes in another version', () => {
  const open = async (databaseUrl: string) => {
    const { lines, log } = keepLog();
    const { notes, close } = await openDatabase({ dataDir: '/nowhere', databaseUrl }, log);
    await close();
    return { lines, notes };
  };
  /** As if everything were of an older ICU; the files of the indexes change when they are rebuilt. */
  const plant = async (database: string) => {
    await asSuperuser(
      inDatabase(inject('superuser'), database),
      `UPDATE pg_database SET datcollversion = '1' WHERE datname = current_database();
       UPDATE pg_collation SET collversion = '1' WHERE collprovider = 'i'`,
    );
  };
  const files = async (databaseUrl: string) => {
    const { pool, close } = connect({ connectionString: databaseUrl }, () => {});
    const { rows } = await pool.query(`SELECT relname, relfilenode FROM pg_class
      WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace`);
    await close();
    return new Map(rows.map(({ relname, relfilenode }) => [relname, relfilenode]));
  };

  test('its indexes are rebuilt once, and the terminal and the log say so', async () => {
    const url = await makeEmptyDatabase();
    expect((await open(url)).notes).toEqual([]);
    const before = await files(url);
    await plant(nameIn(url));
    const { notes, lines } = await open(url);
    expect(notes).toEqual([
      expect.stringMatching(
        /^a ordem dos textos mudou com o PostgreSQL, e os \d+ índices que dependem dela foram refeitos\.$/,
      ),
    ]);
    expect(lines).toEqual([expect.stringMatching(/^info A ordem dos textos mudou .* a refazer…$/)]);
    const after = await files(url);
    const same = (index: string) => after.get(index) === before.get(index);
    // Indexes of names, of lower case and of the database's own order; indexes of numbers have no collation.
    expect(['clients_by_name', 'products_code', 'clients_cpf'].map(same)).toEqual([
      false,
      false,
      false,
    ]);
    expect(same('clients_pkey')).toBe(true);
    expect(await open(url)).toEqual({ notes: [], lines: [] });
  });

  test('without the right to note the version, what a superuser has to do is said', async () => {
    const superuser = inject('superuser');
    const owner = `owner_${randomBytes(6).toString('hex')}`;
    await asSuperuser(superuser, `CREATE ROLE ${owner} LOGIN PASSWORD 'x'`);
    // After its database, which is dropped first.
    onTestFinished(() => asSuperuser(superuser, `DROP ROLE ${owner}`));
    const superusers = await makeEmptyDatabase();
    const database = nameIn(superusers);
    await asSuperuser(superuser, `ALTER DATABASE ${database} OWNER TO ${owner}`);
    const url = superusers.replace(/\/\/[^@]*@/, `//${owner}:x@`);
    await open(url);
    await plant(database);
    const said = [
      expect.stringMatching(
        /índices .* foram refeitos\. Isso se repete a cada início, .* um superusuário roda: ALTER COLLATION .*"und-x-icu" REFRESH VERSION/,
      ),
      // Nor may it make the serving role.
      expect.stringContaining('não pode preparar o papel balcao_app'),
    ];
    expect((await open(url)).notes).toEqual(said);
    // The database is its own: of that the version is noted.
    const { notes } = await open(url);
    expect(notes).toEqual(said);
    expect(notes[0]).not.toContain('ALTER DATABASE');
  });
});
