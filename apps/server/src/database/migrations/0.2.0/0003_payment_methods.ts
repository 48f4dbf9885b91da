import { type Kysely, sql } from 'kysely';

/** Sums are grouped by name, so two names that differ only in case or accents would split them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE payment_methods (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL CHECK (name <> ''),
      search_text text NOT NULL GENERATED ALWAYS AS (fold_text(name)) STORED,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      deleted_by integer REFERENCES users,
      CHECK ((deleted_at IS NULL) = (deleted_by IS NULL))
    );
    CREATE UNIQUE INDEX payment_methods_name ON payment_methods (search_text) WHERE deleted_at IS NULL;
  `.execute(db);
}
