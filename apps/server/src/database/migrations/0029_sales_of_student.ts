import { type Kysely, sql } from 'kysely';

/**
 * Anonymising a student replaces the name in deleted sales too: without them in the index it read every sale,
 * while it kept others from selling to that student.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP INDEX sales_clients_of_student;
    CREATE INDEX sales_clients_of_student ON sales (student_id, id)
      INCLUDE (client_id, created_at, seller_id, deleted_at) WHERE student_id IS NOT NULL;
  `.execute(db);
}
