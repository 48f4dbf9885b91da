import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';

/** The schema is one of a newer Balcão; running on would read and write it wrongly. */
export class NewerSchema extends Error {
  constructor() {
    super(
      'Os dados são de uma versão mais nova do Balcão. Atualize o programa antes de usar estes dados.',
    );
  }
}

/** Brings the schema up to date. Several servers may start at once: the Migrator takes a lock. */
// biome-ignore lint/suspicious/noExplicitAny: migrations work on whatever schema there is
export async function migrate(db: Kysely<any>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && error.message.includes('previously executed migration')) {
    throw new NewerSchema();
  }
  if (error) throw error;
}

/** Whether every migration of this version has been made, and none of a newer one. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export async function isCurrent(db: Kysely<any>): Promise<boolean> {
  const rows = await db.selectFrom('kysely_migration').select('name').execute();
  const done = new Set(rows.map((row) => row.name));
  const wanted = Object.keys(migrations);
  return done.size === wanted.length && wanted.every((name) => done.has(name));
}
