import { type Kysely, sql } from 'kysely';

/** An administrator's consent to one action of a seller, given at the seller's counter and used once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE approvals (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      approved_by integer NOT NULL REFERENCES users,
      -- Of the action, who asks for it, its sale or cash box, and its body.
      request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
  `.execute(db);
}
