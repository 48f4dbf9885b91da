import { type Kysely, sql } from 'kysely';

/**
 * Nobody sells to a client who has been anonymised. A sale that has read the client before is rolled back
 * as after any conflict: its next try finds no such client. Rows that already carry the marker, as a
 * restored backup's do, are taken.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION keep_client_anonymised() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      anonymised timestamptz;
    BEGIN
      SELECT anonymised_at INTO anonymised FROM clients WHERE id = NEW.client_id FOR KEY SHARE;
      IF anonymised IS NOT NULL AND NEW.client_cpf <> 'anonimizado' THEN
        RAISE EXCEPTION 'client % has been anonymised', NEW.client_id
          USING ERRCODE = 'serialization_failure';
      END IF;
      RETURN NEW;
    END $$
  `.execute(db);
}
