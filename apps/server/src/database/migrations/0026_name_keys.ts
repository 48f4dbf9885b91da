import { type Kysely, sql } from 'kysely';

/**
 * One integer for all names that are alike, stored, because the search for people who may be registered twice
 * compares everybody's. The words count in any order and in whatever spelling: Philippe and Felipe, Thiago and
 * Tiago, Victor and Vitor, Manoel and Manuel, Souza and Sousa, Yara and Iara, Karla and Carla sound alike. Two
 * other names hardly ever share one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION key_of_name(name text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
    RETURN (
      SELECT bit_xor(hashtextextended(word, 0)) FROM string_to_table(
        translate(
          regexp_replace(
            replace(replace(replace(fold_text(name), 'ph', 'f'), 'ct', 't'), 'oe', 'ue'),
            '([lnprst])\\1', '\\1', 'g'),
          'zykwh', 'sicv'),
        ' ') AS word
      WHERE word NOT IN ('de', 'da', 'do', 'das', 'dos', 'e'));

    ALTER TABLE clients ADD COLUMN name_key bigint GENERATED ALWAYS AS (key_of_name(name)) STORED;
    ALTER TABLE students ADD COLUMN name_key bigint GENERATED ALWAYS AS (key_of_name(name)) STORED;
  `.execute(db);
}
