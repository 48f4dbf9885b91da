import { type Kysely, sql } from 'kysely';

/**
 * Sales are found by the names of their people, now and before a correction, so the people are searched and
 * not a million sales. Beside the person, the two indexes of people's sales hold what the search reads of a
 * sale, so that no row of `sales` is read to count and to sort what a common name finds. They also find the
 * newest sales of a client or a student, by which the counter offers the other. The student's has deleted sales
 * too: anonymising a student replaces the name in those, while it keeps others from selling to that student.
 *
 * `audit_events_subject` finds what was done with one sale.
 *
 * `sales_total` and `sales_client_name` are the orders of the list that nothing else has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX sales_students_of_client ON sales (client_id, id)
      INCLUDE (student_id, created_at, seller_id) WHERE deleted_at IS NULL;
    CREATE INDEX sales_clients_of_student ON sales (student_id, id)
      INCLUDE (client_id, created_at, seller_id, deleted_at) WHERE student_id IS NOT NULL;

    CREATE INDEX audit_events_subject ON audit_events (subject_id, id);

    CREATE INDEX sales_total ON sales (total_general_cents, id) WHERE deleted_at IS NULL;
    CREATE INDEX sales_client_name ON sales (
      client_name COLLATE pg_catalog."pt-BR-x-icu", id DESC) WHERE deleted_at IS NULL;
  `.execute(db);
}
