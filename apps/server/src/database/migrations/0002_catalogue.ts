import { type Kysely, sql } from 'kysely';

/** What is sold, how it is paid, and to whom. A deleted product's code or method's name is free again. */
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
    )
  `.execute(db);
  await sql`
    CREATE UNIQUE INDEX products_code ON products (lower(code COLLATE pg_catalog."und-x-icu"))
    WHERE deleted_at IS NULL
  `.execute(db);

  // Sums per method are by name, so two names that differ only in case or accents would split them.
  await sql`
    CREATE TABLE payment_methods (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name)) STORED,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      deleted_by integer REFERENCES users,
      CHECK ((deleted_at IS NULL) = (deleted_by IS NULL))
    )
  `.execute(db);
  await sql`
    CREATE UNIQUE INDEX payment_methods_name ON payment_methods (search_text) WHERE deleted_at IS NULL
  `.execute(db);

  await sql`
    CREATE TABLE clients (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      cpf text NOT NULL UNIQUE CHECK (cpf ~ '^[0-9]{11}$'),
      name text NOT NULL CHECK (name <> ''),
      created_at timestamptz NOT NULL DEFAULT now()
    )
  `.execute(db);

  await sql`
    CREATE TABLE students (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      registration text NOT NULL UNIQUE CHECK (registration ~ '^[0-9]{1,15}$'),
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )
  `.execute(db);
}
