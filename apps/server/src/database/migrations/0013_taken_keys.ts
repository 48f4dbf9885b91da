import { type Kysely, sql } from 'kysely';

/**
 * Which of these keys have made a sale, each looked up by itself and through the index, whatever the
 * statistics said when a session planned it. Part of a larger statement, whose plan is kept, it would be
 * planned as a scan of the few sales of a new shop, and read all those made since, once for each key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION taken_keys(keys uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql STABLE
    SET enable_seqscan = off AS $$
    DECLARE
      asked uuid;
    BEGIN
      FOREACH asked IN ARRAY keys LOOP
        IF EXISTS (SELECT FROM sales WHERE idempotency_key = asked) THEN
          RETURN NEXT asked;
        END IF;
      END LOOP;
    END $$
  `.execute(db);
}
