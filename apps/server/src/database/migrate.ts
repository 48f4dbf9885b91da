import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { migrations } from './migrations/index.ts';

const NEWER_SCHEMA =
  'Os dados são de uma versão mais nova do Balcão. Atualize o programa antes de usar estes dados, ou restaure numa pasta vazia (npm run restore) o backup feito antes da atualização.';

/** The first migration of the versions before the first release, whose schema is never upgraded. */
const TRIAL_MIGRATION = '0001_people';
const TRIAL_SCHEMA =
  'Os dados são de uma versão de teste do Balcão, anterior à primeira versão publicada, e esta versão não os abre. Nada foi mudado. Continue com a versão que os criou, ou comece com outra pasta de dados (DATA_DIR) ou outro banco (DATABASE_URL).';

// biome-ignore lint/suspicious/noExplicitAny: migrations work on any schema
type AnyDb = Kysely<any>;

export type MigrateOptions = {
  /** Called before anything is changed; `isNew` when there is no schema yet. Its error stops the migration. */
  admit?: ((db: AnyDb, isNew: boolean) => Promise<void>) | undefined;
  /** Called before the schema of a database with data is changed. Its error stops the migration. */
  before?: ((pending: string[]) => Promise<void>) | undefined;
  /** For tests: the migrations of another version. */
  known?: Record<string, Migration> | undefined;
};

/**
 * Brings the schema up to date. Several servers may start at once, because the Migrator takes a lock. Throws
 * in Portuguese when the data are of another version.
 */
export async function migrate(
  db: AnyDb,
  { admit, before, known = migrations }: MigrateOptions = {},
): Promise<void> {
  const done = await migrationsDone(db);
  await admit?.(db, done.length === 0);
  if (done.includes(TRIAL_MIGRATION)) throw new Error(TRIAL_SCHEMA);
  if (done.some((name) => !(name in known))) throw new Error(NEWER_SCHEMA);
  const pending = Object.keys(known).filter((name) => !done.includes(name));
  if (done.length > 0 && pending.length > 0) await before?.(pending);

  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  // A newer server has migrated since the query above.
  if (error instanceof Error && error.message.includes('previously executed migration')) {
    throw new Error(NEWER_SCHEMA);
  }
  if (error) throw error;
}

/** Applies the named migrations in a client's open transaction. */
export async function migrateTo(client: pg.Client, names: readonly string[]): Promise<void> {
  const known = Object.fromEntries(
    Object.entries(migrations).filter(([name]) => names.includes(name)),
  );
  // Kysely requires a pool; this one always returns the same client.
  const connection = { query: client.query.bind(client), release: () => {} };
  const pool = { options: {}, connect: async () => connection, end: async () => {} };
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }),
  });
  const provider = { getMigrations: async () => known };
  const migrator = new Migrator({ db, provider, disableTransactions: true });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Whether the database has every migration of this version, and none of another. */
export async function isCurrent(db: AnyDb): Promise<boolean> {
  const done = new Set(await migrationsDone(db));
  const wanted = Object.keys(migrations);
  return done.size === wanted.length && wanted.every((name) => done.has(name));
}

/** An empty list for an empty database. */
async function migrationsDone(db: AnyDb): Promise<string[]> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS found`.execute(db);
  if (!rows[0]?.found) return [];
  const done = await db.selectFrom('kysely_migration').select('name').execute();
  return done.map(({ name }) => name);
}
