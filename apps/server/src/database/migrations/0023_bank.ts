import { type Kysely, sql } from 'kysely';

/**
 * What came to the shop's bank, from the statements that administrators drop. A line is kept once, however many files
 * have it, and belongs to the first. It is joined to one Pix payment at most: a line of a sale's payments, or of a
 * correction of them. Of the payer nothing is kept. Nothing here changes a sale.
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
      last_day date NOT NULL CHECK (last_day >= first_day)
    );

    CREATE TABLE bank_lines (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      statement_id integer NOT NULL REFERENCES bank_statements,
      identity text NOT NULL UNIQUE,
      kind text NOT NULL CHECK (kind IN ('pix', 'card')),
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
      CHECK (num_nulls(sale_id, payment_line, how) IN (0, 3)),
      CHECK (correction_id IS NULL OR sale_id IS NOT NULL)
    );
    CREATE UNIQUE INDEX bank_lines_payment ON bank_lines (sale_id, payment_line, coalesce(correction_id, 0))
    WHERE sale_id IS NOT NULL;
    CREATE INDEX bank_lines_day ON bank_lines (day);
    CREATE INDEX bank_lines_txid ON bank_lines (txid) WHERE txid IS NOT NULL;
    CREATE INDEX bank_lines_statement ON bank_lines (statement_id);

    -- Of the payment methods that are cards.
    CREATE TABLE card_terms (
      payment_method_id integer PRIMARY KEY REFERENCES payment_methods,
      days smallint NOT NULL CHECK (days BETWEEN 0 AND 60),
      business_days boolean NOT NULL,
      fee_hundredths integer NOT NULL CHECK (fee_hundredths BETWEEN 0 AND 10000)
    );
  `.execute(db);
}
