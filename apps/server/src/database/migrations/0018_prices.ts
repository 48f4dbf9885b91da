import { type Kysely, sql } from 'kysely';

/**
 * Prices that were changed together, with what is needed to undo them. An undoing is such a change too, and
 * there is one at most. Nothing of them is ever changed. The history of a price is not here but in the audit.
 * A pinned product comes first on the counter's grid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE products ADD COLUMN pinned boolean NOT NULL DEFAULT false;

    CREATE TABLE price_changes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      made_by integer NOT NULL REFERENCES users,
      made_by_name text NOT NULL,
      idempotency_key uuid UNIQUE,
      request_hash bytea CHECK (length(request_hash) = 32),
      rule jsonb,
      undoes integer UNIQUE REFERENCES price_changes CHECK (undoes <> id),
      CHECK (num_nulls(idempotency_key, request_hash, rule) = CASE WHEN undoes IS NULL THEN 0 ELSE 3 END)
    );

    CREATE TABLE price_change_products (
      change_id integer NOT NULL REFERENCES price_changes,
      product_id integer NOT NULL REFERENCES products,
      old_cents integer NOT NULL CHECK (old_cents BETWEEN 0 AND 999999999),
      new_cents integer NOT NULL CHECK (new_cents BETWEEN 0 AND 999999999),
      PRIMARY KEY (change_id, product_id),
      CHECK (old_cents <> new_cents)
    );
  `.execute(db);
}
