import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

/** What a primary says, after its commit, when the wait for its replica was cancelled. */
export const UNREPLICATED =
  "RAISE WARNING 'canceling wait for synchronous replication due to user request'";

/** Runs `statement` at the commit of each of the next `times` sales, with the owner's rights. */
export async function atCommit(db: Db, statement: string, times = 1_000_000): Promise<void> {
  // A sequence is not rolled back with the transaction that has counted on it.
  await sql`CREATE SEQUENCE trouble`.execute(db);
  await sql`
    CREATE FUNCTION make_trouble() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF nextval('trouble') <= ${sql.lit(times)} THEN ${sql.raw(statement)}; END IF;
      RETURN NULL;
    END $$
  `.execute(db);
  await sql`
    CREATE CONSTRAINT TRIGGER trouble AFTER INSERT ON sales DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION make_trouble()
  `.execute(db);
}
