import { type Kysely, sql } from 'kysely';

/** An administrator's consent to one action of a seller, given at the seller's counter and used once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE approvals (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      requested_by integer NOT NULL REFERENCES users,
      approved_by integer NOT NULL REFERENCES users,
      action text NOT NULL CHECK (
        action IN ('refund', 'exchange', 'payments', 'withdrawal', 'difference')),
      -- The sale or the cash box.
      subject_id integer NOT NULL,
      amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 0 AND 999999999),
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
  `.execute(db);
}
