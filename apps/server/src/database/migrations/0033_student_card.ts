import { type Kysely, sql } from 'kysely';

/** How a matrícula looks on a student's card: {"digits": n, "prefix": "2026"}; null while no card is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE settings ADD COLUMN student_card jsonb CHECK (jsonb_typeof(student_card) = 'object');
  `.execute(db);
}
