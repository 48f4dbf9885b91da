import { type Kysely, sql } from 'kysely';

/**
 * Pix that went out are kept too, and joined to the lines of returns. Of a statement that was read before, nobody knows
 * what went out. A line that is not the shop's says in a word what it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE bank_statements ADD COLUMN shows_sent boolean NOT NULL DEFAULT false;
    ALTER TABLE bank_lines
      ADD COLUMN not_ours text,
      ADD CONSTRAINT bank_lines_not_ours_check CHECK (not_ours IS NULL OR sale_id IS NULL),
      DROP CONSTRAINT bank_lines_kind_check,
      ADD CONSTRAINT bank_lines_kind_check CHECK (kind IN ('pix', 'card', 'reversal', 'sent'));
  `.execute(db);
}
