import { type Kysely, sql } from 'kysely';

/**
 * Names, codes and logins as the contract takes them from now on: composed, with single spaces, without
 * characters that nobody sees. Otherwise a login that is typed the new way would not find its user. Where
 * the tidy one is taken, the row stays as it is, and an administrator has to rename it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DO $$
    DECLARE
      place record;
      changed record;
    BEGIN
      FOR place IN SELECT * FROM (VALUES ('users', 'name'), ('users', 'login'), ('products', 'code'),
        ('products', 'name'), ('payment_methods', 'name'), ('clients', 'name'), ('students', 'name')
      ) AS places (rows, field) LOOP
        FOR changed IN EXECUTE format($sql$
          SELECT id, tidy FROM (SELECT id, %1$I AS old, btrim(regexp_replace(regexp_replace(
            regexp_replace(normalize(%1$I, NFC), '[[:space:]]+', ' ', 'g'),
            ${sql.raw(UNSEEN)}, '', 'g'), ' +', ' ', 'g')) AS tidy FROM %2$I) AS typed
          WHERE old <> tidy ORDER BY id $sql$, place.field, place.rows)
        LOOP
          BEGIN
            EXECUTE format('UPDATE %I SET %I = $1 WHERE id = $2', place.rows, place.field)
              USING changed.tidy, changed.id;
          EXCEPTION WHEN unique_violation OR check_violation THEN NULL;
          END;
        END LOOP;
      END LOOP;
    END $$
  `.execute(db);
}

const UNSEEN =
  String.raw`'[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f` +
  String.raw`\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb` +
  String.raw`\U000e0000-\U000e0fff]'`;
