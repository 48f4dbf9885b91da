import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import manifest from '../../package.json' with { type: 'json' };
import { ownCommand } from '../program/own-command.ts';
import { migrations } from './migrations/index.ts';

const { version: OURS } = manifest;

/**
 * Why this version cannot open data with these migrations, which `writer` made, in Portuguese; undefined if it can. A
 * released migration stays, so a later version has all of ours. Data that have others but not all of ours are of a
 * version between two releases, whose migrations have become others since.
 */
export function whyNotData(
  names: readonly string[],
  writer: string | undefined,
  known: object = migrations,
): string | undefined {
  const other = otherVersion(names, writer, known);
  if (!other) return undefined;
  const { words, isNewer } = other;
  return isNewer
    ? `Os dados são ${words}. Nada foi mudado. Abra-os com aquela versão ou com outra mais nova. Para ficar com esta, restaure numa pasta vazia (${ownCommand('restore', 'ARQUIVO', 'PASTA')}) o backup feito antes da atualização.`
    : `Os dados são ${words}, e este não os atualiza. Nada foi mudado. Abra-os com o Balcão que os gravou e exporte o que precisar, ou restaure numa pasta vazia (${ownCommand('restore', 'ARQUIVO', 'PASTA')}) um backup da 0.2.0 ou de outra versão lançada. Se forem da loja de demonstração, apague a pasta dela: ${ownCommand('demo')} faz outra.`;
}

/** The same for a backup. */
export function whyNotBackup(names: readonly string[], writer: string): string | undefined {
  const other = otherVersion(names, writer, migrations);
  if (!other) return undefined;
  const { words, isNewer } = other;
  return isNewer
    ? `O backup é ${words}. Nada foi mudado. Restaure-o com aquela versão ou com outra mais nova.`
    : `O backup é ${words}, e este não o atualiza. Nada foi mudado. Restaure-o com o Balcão que o gravou e exporte o que precisar, ou restaure com este um backup da 0.2.0 ou de outra versão lançada.`;
}

function otherVersion(names: readonly string[], writer: string | undefined, known: object) {
  if (names.every((name) => name in known)) return undefined;
  const isNewer = Object.keys(known).every((name) => names.includes(name));
  return { isNewer, words: isNewer ? newerThanOurs(writer) : 'de um Balcão que nunca foi lançado' };
}

function newerThanOurs(writer: string | undefined): string {
  // Between two releases the later schema has the same number.
  if (!writer || writer === OURS) return `de um Balcão mais novo que este (${OURS})`;
  return `do Balcão ${writer}, e este é o ${OURS}`;
}

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
  const { done, writer } = await readMigrations(db);
  await admit?.(db, done.length === 0);
  const why = whyNotData(done, writer, known);
  if (why) throw new Error(why);
  const pending = Object.keys(known).filter((name) => !done.includes(name));
  if (done.length > 0 && pending.length > 0) await before?.(pending);

  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  // A newer server has migrated since the query above.
  if (error instanceof Error && error.message.includes('previously executed migration')) {
    const later = await readMigrations(db);
    throw new Error(whyNotData(later.done, later.writer, known) ?? error.message);
  }
  if (error) throw error;
  if (pending.length > 0) await noteWriter(db, OURS);
}

/** Applies the named migrations, those of the version `writer`, in a client's open transaction. */
export async function migrateTo(
  client: pg.Client,
  names: readonly string[],
  writer: string,
): Promise<void> {
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
  await noteWriter(db, writer);
}

/** Keeps the version that made the schema, for an older one that is started on it by mistake. */
async function noteWriter(db: AnyDb, writer: string): Promise<void> {
  await sql`COMMENT ON TABLE kysely_migration IS ${sql.lit(writer)}`.execute(db);
}

/** Whether the database has every migration of this version, and none of another. */
export async function isCurrent(db: AnyDb): Promise<boolean> {
  const { done } = await readMigrations(db);
  const wanted = Object.keys(migrations);
  return done.length === wanted.length && wanted.every((name) => done.includes(name));
}

/** The names of the migrations, none for an empty database, and the version that made them. */
export async function readMigrations(db: AnyDb) {
  const { rows } = await sql<{ found: boolean; writer: string | null }>`
    SELECT of IS NOT NULL AS found, obj_description(of, 'pg_class') AS writer
    FROM to_regclass('kysely_migration') AS of`.execute(db);
  const [{ found, writer } = { found: false, writer: null }] = rows;
  const done = found ? await db.selectFrom('kysely_migration').select('name').execute() : [];
  return { done: done.map(({ name }) => String(name)), writer: writer ?? undefined };
}
