import { type Kysely, sql } from 'kysely';

/**
 * A student's class (Turma), '' if the roll has none. Merged records keep theirs: the list shows the class of
 * the record that stays. An anonymised student has none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE students
      ADD COLUMN class text NOT NULL DEFAULT '' CHECK (length(class) <= 40),
      ADD CHECK (class = '' OR anonymised_at IS NULL);
    CREATE INDEX students_class ON students (class) WHERE class <> '';
  `.execute(db);
}
