import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE students (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      registration text NOT NULL UNIQUE CHECK (registration ~ '^[0-9]{1,15}$'),
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
  `.execute(db);
}
