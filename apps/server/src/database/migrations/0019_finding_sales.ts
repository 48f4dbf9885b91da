import { type Kysely, sql } from 'kysely';

/**
 * Sales are found by their people, who are searched first, and the counter offers the people of a person's newest
 * sales. Deleted sales are in both indexes: anonymising a person replaces the name in those too.
 *
 * `audit_events_subject` finds what was done with one sale. Lists no longer count by the table of 0007.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP INDEX sales_client;
    CREATE INDEX sales_of_client ON sales (client_id, id);
    CREATE INDEX sales_of_student ON sales (student_id, id) WHERE student_id IS NOT NULL;
    CREATE INDEX audit_events_subject ON audit_events (subject_id, id);

    DROP TRIGGER deleted_sale_is_subtracted ON sales;
    DROP FUNCTION subtract_deleted_sale;
    DROP TABLE sales_counts, sales_counts_progress;
  `.execute(db);
}
