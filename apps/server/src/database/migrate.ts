import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';

/** The schema is one of a newer Balcão; running on would read and write it wrongly. */
class NewerSchema extends Error {
  constructor() {
    super(
      'Os dados são de uma versão mais nova do Balcão. Atualize o programa antes de usar estes dados, ou restaure numa pasta vazia (npm run restore) o backup feito antes da atualização.',
    );
  }
}

export type MigrateOptions = {
  /** Awaited before anything is made or changed, with whether there is no schema; may throw to stop it. */
  // biome-ignore lint/suspicious/noExplicitAny: as below
  admit?: ((db: Kysely<any>, isNew: boolean) => Promise<void>) | undefined;
  /** Awaited before the schema of a database with data is changed; what it throws stops the change. */
  before?: ((pending: string[]) => Promise<void>) | undefined;
  /** For tests: the migrations of another version. */
  known?: Record<string, Migration> | undefined;
};

/** Brings the schema up to date. Several servers may start at once: the Migrator takes a lock. */
export async function migrate(
  // biome-ignore lint/suspicious/noExplicitAny: migrations work on whatever schema there is
  db: Kysely<any>,
  { admit, before, known = migrations }: MigrateOptions = {},
): Promise<void> {
  const done = await migrationsDone(db);
  await admit?.(db, done.length === 0);
  if (done.some((name) => !(name in known))) throw new NewerSchema();
  const pending = Object.keys(known).filter((name) => !done.includes(name));
  if (done.length > 0 && pending.length > 0) await before?.(pending);

  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  // By another server since the look above.
  if (error instanceof Error && error.message.includes('previously executed migration')) {
    throw new NewerSchema();
  }
  if (error) throw error;
}

/** Whether every migration of this version has been made, and none of a newer one. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export async function isCurrent(db: Kysely<any>): Promise<boolean> {
  const done = new Set(await migrationsDone(db));
  const wanted = Object.keys(migrations);
  return done.size === wanted.length && wanted.every((name) => done.has(name));
}

/** None in a database that is empty. */
// biome-ignore lint/suspicious/noExplicitAny: as above
async function migrationsDone(db: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS there`.execute(db);
  if (!rows[0]?.there) return [];
  const done = await db.selectFrom('kysely_migration').select('name').execute();
  return done.map(({ name }) => name);
}
