import { type Kysely, sql } from 'kysely';

/**
 * Corrected names of clients and students. They are not in the audit, whose rows can never be changed:
 * an anonymised client's name has to go. The audit shows them beside the event with this id; there is no
 * foreign key, because the check of one would need the right to update the audit.
 *
 * The two indexes find the newest sales of a client or a student, by which the counter offers the other.
 *
 * `search_text` has the names alone: a number is compared with the CPF and the matrícula themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE name_corrections (
      audit_event_id bigint PRIMARY KEY,
      client_id integer REFERENCES clients,
      student_id integer REFERENCES students,
      old_name text NOT NULL,
      new_name text NOT NULL,
      CHECK (num_nonnulls(client_id, student_id) = 1)
    );
    CREATE INDEX name_corrections_client ON name_corrections (client_id);

    CREATE INDEX sales_students_of_client ON sales (client_id, id) INCLUDE (student_id)
    WHERE student_id IS NOT NULL AND deleted_at IS NULL;
    CREATE INDEX sales_clients_of_student ON sales (student_id, id) INCLUDE (client_id)
    WHERE student_id IS NOT NULL AND deleted_at IS NULL;

    ALTER TABLE sales ADD COLUMN search_text text NOT NULL
      GENERATED ALWAYS AS (fold_text(client_name || ' ' || coalesce(student_name, ''))) STORED;
  `.execute(db);
}
