import { type Kysely, sql } from 'kysely';

/** Days on which the banks of the shop's city are closed, and those of the country are not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE settings ADD COLUMN local_holidays text[] NOT NULL DEFAULT '{}'
      CHECK (array_to_string(local_holidays, ' ', '?') ~ '^(((2[0-9]{3}-)?[0-9]{2}-[0-9]{2})( |$))*$');
  `.execute(db);
}
