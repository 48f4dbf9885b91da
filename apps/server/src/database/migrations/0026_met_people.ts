import { type Kysely, sql } from 'kysely';

/**
 * Whom a seller has met lately, so that nobody reads through the people by counting ids or matrículas up. Rows
 * are of use until their time, and then swept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE met_people (
      seller_id integer NOT NULL REFERENCES users,
      -- 'sale': another seller's sale that was opened; 'wrong_cpf': one that was asked for with a wrong CPF;
      -- 'unknown_cpf': nobody with a CPF that was looked for.
      kind text NOT NULL CHECK (kind IN ('client', 'student', 'sale', 'wrong_cpf', 'unknown_cpf')),
      -- Of the client, the student or the sale; of an unknown CPF a hash, which does not tell it.
      subject_id integer NOT NULL,
      -- What it counts: nothing for who was found by CPF or created by the seller.
      times integer NOT NULL CHECK (times >= 0),
      until timestamptz NOT NULL,
      PRIMARY KEY (seller_id, kind, subject_id)
    );
  `.execute(db);
}
