import { type Kysely, sql } from 'kysely';

/**
 * A line of the bank belongs to every statement that has it, and to an account; it goes with the last of them. Which
 * lines are one movement is compared when a statement is read (same-movement.ts), no longer by a text made of them.
 *
 * A statement of before has brought only what was new. The audit knows how many of its lines were here already: if
 * some were, it has the earlier lines of its days, so that taking an earlier statement away loses none of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE bank_statement_lines (
      statement_id integer NOT NULL REFERENCES bank_statements,
      line_id integer NOT NULL REFERENCES bank_lines,
      PRIMARY KEY (statement_id, line_id)
    );
    CREATE INDEX bank_statement_lines_line ON bank_statement_lines (line_id);

    INSERT INTO bank_statement_lines SELECT statement_id, id FROM bank_lines;
    INSERT INTO bank_statement_lines
    SELECT s.id, l.id
    FROM audit_events e
      JOIN bank_statements s ON s.id = e.subject_id
      JOIN bank_lines l ON l.statement_id < s.id AND l.day BETWEEN s.first_day AND s.last_day
    WHERE e.action = 'bank.statement_added' AND (e.after->>'lines')::integer > (e.after->>'added')::integer
    ON CONFLICT DO NOTHING;

    ALTER TABLE bank_statements
      -- As its reader named it; '' in a shop that tells none apart.
      ADD COLUMN account text NOT NULL DEFAULT '',
      -- As the file names it; '' for none.
      ADD COLUMN account_in_file text NOT NULL DEFAULT '',
      -- Of its lines as they were sent: the same file again is no other statement. '' for one of before.
      ADD COLUMN digest text NOT NULL DEFAULT '';

    ALTER TABLE bank_lines
      ADD COLUMN account text NOT NULL DEFAULT '',
      -- The Pix network's identifier.
      ADD COLUMN end_to_end text,
      DROP CONSTRAINT bank_lines_kind_check,
      ADD CONSTRAINT bank_lines_kind_check CHECK (kind IN ('pix', 'card', 'reversal'));
    UPDATE bank_lines SET end_to_end = substring(identity FROM '^(E[0-9]{20}[0-9A-Za-z]{11})#');
    ALTER TABLE bank_lines DROP COLUMN statement_id, DROP COLUMN identity;
    CREATE INDEX bank_lines_end_to_end ON bank_lines (end_to_end) WHERE end_to_end IS NOT NULL;
  `.execute(db);
}
