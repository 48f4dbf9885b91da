import { type Kysely, sql } from 'kysely';

/** The code of a deleted product may be used again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE products (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      code text NOT NULL CHECK (code <> ''),
      name text NOT NULL CHECK (name <> ''),
      price_cents integer NOT NULL CHECK (price_cents BETWEEN 0 AND 999999999),
      active boolean NOT NULL,
      search_text text NOT NULL GENERATED ALWAYS AS (fold_text(code || ' ' || name)) STORED,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      deleted_by integer REFERENCES users,
      CHECK ((deleted_at IS NULL) = (deleted_by IS NULL))
    );
    CREATE UNIQUE INDEX products_code ON products (lower(code COLLATE pg_catalog."und-x-icu"))
    WHERE deleted_at IS NULL;
  `.execute(db);
}
