import { sql } from 'kysely';
import { vi } from 'vitest';
import { ConfirmingClient } from '../database/confirming-client.ts';
import type { Db } from '../database/connection.ts';

const TEXT = 'in no language that we know';

/** A warning that `hearUnreplicated` turns into the primary's own. */
export const UNREPLICATED = `RAISE WARNING '${TEXT}'`;

/**
 * Until the end of the test, our connections receive UNREPLICATED as the notice of a primary whose wait for
 * its replica was cancelled. Only PostgreSQL itself can raise a notice with that routine.
 */
export function hearUnreplicated(): void {
  const { emit } = ConfirmingClient.prototype;
  vi.spyOn(ConfirmingClient.prototype, 'emit').mockImplementation(function (
    this: ConfirmingClient,
    event: string | symbol,
    ...args: unknown[]
  ) {
    const [notice] = args as [{ message?: string; routine?: string } | undefined];
    if (event === 'notice' && notice?.message === TEXT) notice.routine = 'SyncRepWaitForLSN';
    return Reflect.apply(emit, this, [event, ...args]);
  });
}

/** Runs `statement` with the owner's rights at the commit of each of the next `times` rows of a table. */
export async function atCommit(
  db: Db,
  statement: string,
  { times = 1_000_000, table = 'sales' } = {},
): Promise<void> {
  // A sequence keeps its value when the transaction is rolled back.
  await sql`CREATE SEQUENCE trouble`.execute(db);
  await sql`
    CREATE FUNCTION make_trouble() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF nextval('trouble') <= ${sql.lit(times)} THEN ${sql.raw(statement)}; END IF;
      RETURN NULL;
    END $$
  `.execute(db);
  await sql`
    CREATE CONSTRAINT TRIGGER trouble AFTER INSERT ON ${sql.table(table)} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION make_trouble()
  `.execute(db);
}
