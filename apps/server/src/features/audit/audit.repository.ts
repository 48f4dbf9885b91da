import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

export async function insertAuditEvent(
  db: Db | Tx,
  row: Insertable<Tables['audit_events']>,
): Promise<void> {
  await db.insertInto('audit_events').values(row).execute();
}
