import { type Kysely, sql } from 'kysely';

/**
 * Closings of a seller's day, one row a version, with the sales that each version counted: what has
 * changed since is the difference to the sales that are there now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE closings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      seller_id integer NOT NULL REFERENCES users,
      day date NOT NULL CHECK (day BETWEEN '2000-01-01' AND '2999-12-31'),
      version integer NOT NULL CHECK (version > 0),
      seller_name text NOT NULL,
      sales_count integer NOT NULL CHECK (sales_count > 0),
      total_cents bigint NOT NULL CHECK (total_cents >= 0),
      closed_at timestamptz NOT NULL DEFAULT now(),
      closed_by integer NOT NULL REFERENCES users,
      UNIQUE (seller_id, day, version)
    )
  `.execute(db);
  await sql`CREATE INDEX closings_day ON closings (day)`.execute(db);

  await sql`
    CREATE TABLE closing_payments (
      closing_id integer NOT NULL REFERENCES closings,
      line smallint NOT NULL CHECK (line > 0),
      method_name text NOT NULL,
      net_cents bigint NOT NULL CHECK (net_cents > 0),
      PRIMARY KEY (closing_id, line),
      UNIQUE (closing_id, method_name)
    )
  `.execute(db);

  await sql`
    CREATE TABLE closing_sales (
      closing_id integer NOT NULL REFERENCES closings,
      sale_id integer NOT NULL REFERENCES sales,
      PRIMARY KEY (closing_id, sale_id)
    )
  `.execute(db);
}
