import { type Kysely, sql } from 'kysely';

/**
 * An anonymised client has a marker made of the row's own id in place of the CPF: it is unique, says
 * nothing about the person, and leaves the CPF free for a new client.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE clients (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      cpf text NOT NULL UNIQUE,
      name text NOT NULL CHECK (name <> ''),
      created_at timestamptz NOT NULL DEFAULT now(),
      anonymised_at timestamptz,
      CONSTRAINT clients_cpf_check CHECK (
        CASE WHEN anonymised_at IS NULL THEN cpf ~ '^[0-9]{11}$' ELSE cpf = 'anonimo-' || id END)
    );
  `.execute(db);
}
