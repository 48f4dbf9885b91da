import { type Kysely, sql } from 'kysely';

/**
 * What came to the shop's bank and what went out, from the statements that administrators drop. A line is kept once; it
 * belongs to an account and to every statement that has it, and goes with the last one. Which lines are one movement
 * is compared when a statement is read (same-movement.ts). It is joined to one Pix payment at most: a line of a sale's
 * payments, or of their correction. Nothing is kept about the payer. Nothing here changes a sale.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE bank_statements (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      made_by integer NOT NULL REFERENCES users,
      made_by_name text NOT NULL,
      -- The days that it covers, with or without lines.
      first_day date NOT NULL,
      last_day date NOT NULL CHECK (last_day >= first_day),
      -- As its reader named it; '' in a shop that tells none apart.
      account text NOT NULL DEFAULT '',
      -- As the file names it; '' for none.
      account_in_file text NOT NULL DEFAULT '',
      -- Of its lines as they were sent: the same file again is no other statement.
      digest text NOT NULL DEFAULT '',
      -- Whether the file has what went out.
      shows_sent boolean NOT NULL DEFAULT false
    );

    CREATE TABLE bank_lines (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('pix', 'card', 'reversal', 'sent')),
      day date NOT NULL,
      time text CHECK (time ~ '^[0-2][0-9]:[0-5][0-9]$'),
      amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 1 AND 999999999),
      txid text,
      memo text NOT NULL,
      sale_id integer REFERENCES sales,
      correction_id integer REFERENCES corrections,
      payment_line smallint,
      how text CHECK (how IN ('txid', 'amount', 'hand')),
      -- Taken apart by hand: no later file joins it again.
      apart boolean NOT NULL DEFAULT false,
      account text NOT NULL DEFAULT '',
      -- The Pix network's identifier.
      end_to_end text,
      -- In a word what it is.
      not_ours text CONSTRAINT bank_lines_not_ours_check CHECK (not_ours IS NULL OR sale_id IS NULL),
      CHECK (num_nulls(sale_id, payment_line, how) IN (0, 3)),
      CHECK (correction_id IS NULL OR sale_id IS NOT NULL)
    );
    CREATE UNIQUE INDEX bank_lines_payment ON bank_lines (sale_id, payment_line, coalesce(correction_id, 0))
    WHERE sale_id IS NOT NULL;
    CREATE INDEX bank_lines_day ON bank_lines (day);
    CREATE INDEX bank_lines_txid ON bank_lines (txid) WHERE txid IS NOT NULL;
    CREATE INDEX bank_lines_end_to_end ON bank_lines (end_to_end) WHERE end_to_end IS NOT NULL;

    CREATE TABLE bank_statement_lines (
      statement_id integer NOT NULL REFERENCES bank_statements,
      line_id integer NOT NULL REFERENCES bank_lines,
      PRIMARY KEY (statement_id, line_id)
    );
    CREATE INDEX bank_statement_lines_line ON bank_statement_lines (line_id);

    -- Of the payment methods that are cards.
    CREATE TABLE card_terms (
      payment_method_id integer PRIMARY KEY REFERENCES payment_methods,
      days smallint NOT NULL CHECK (days BETWEEN 0 AND 60),
      business_days boolean NOT NULL,
      fee_hundredths integer NOT NULL CHECK (fee_hundredths BETWEEN 0 AND 10000)
    );
  `.execute(db);
}
