import type { Db } from '@balcao/server/src/database/connection.ts';
import { sql } from 'kysely';

/**
 * Notes every row that is inserted, updated or deleted in any table; a note of a rolled back change is
 * rolled back with it. Cheaper than a comparison of snapshots, which reads everything. `owner` has to own
 * the tables. The notes are in a schema of their own.
 */
export async function watchWrites(owner: Db) {
  await sql`CREATE SCHEMA fuzz`.execute(owner);
  await sql`CREATE TABLE fuzz.writes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, table_name text NOT NULL)`.execute(owner);
  // With the owner's rights, since the application's role may not write to this schema.
  await sql`CREATE FUNCTION fuzz.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO fuzz.writes (table_name) VALUES (TG_TABLE_NAME); RETURN NULL; END $$`.execute(
    owner,
  );
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(owner);
  for (const { name } of tables) {
    await sql`CREATE TRIGGER zz_fuzz_note AFTER INSERT OR UPDATE OR DELETE ON public.${sql.id(name)}
      FOR EACH ROW EXECUTE FUNCTION fuzz.note()`.execute(owner);
    await sql`CREATE TRIGGER zz_fuzz_note_all AFTER TRUNCATE ON public.${sql.id(name)}
      FOR EACH STATEMENT EXECUTE FUNCTION fuzz.note()`.execute(owner);
  }
  let last = 0;
  return {
    /** The tables that were written since the last call, each once. */
    async taken(): Promise<string[]> {
      const { rows } = await sql<{ id: number; table_name: string }>`
        SELECT id, table_name FROM fuzz.writes WHERE id > ${last} ORDER BY id`.execute(owner);
      last = rows.at(-1)?.id ?? last;
      return [...new Set(rows.map(({ table_name }) => table_name))].sort();
    },
  };
}
