import type { Selectable, Updateable } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { oneOf } from './rows.ts';
import type { Tables } from './tables.ts';

export type SettingsRow = Selectable<Tables['settings']>;
export type SettingsChange = Updateable<Tables['settings']>;

const settingsRow = (db: Db) => db.selectFrom('settings').selectAll();

/** The one row with all settings of the shop. */
export const findSettings = (db: Db): Promise<SettingsRow> =>
  settingsRow(db).executeTakeFirstOrThrow();

/** Two edits run one after the other, so that each is audited with what it replaced. */
export const lockSettings = (tx: Tx): Promise<SettingsRow> =>
  settingsRow(tx).forUpdate().executeTakeFirstOrThrow();

/** Returns the row as it then is. */
export const updateSettings = (tx: Tx, change: SettingsChange): Promise<SettingsRow> =>
  tx.updateTable('settings').set(change).returningAll().executeTakeFirstOrThrow();

type FirstStepsRow = {
  ended: boolean;
  sample: boolean;
  institution: boolean;
  products: boolean;
  sellers: boolean;
  pix: boolean;
  paper: boolean;
};

/** What there is of the first steps of a shop. The paper has a value from the start, so its step is that somebody has saved it. */
export async function findFirstSteps(db: Db): Promise<FirstStepsRow> {
  return oneOf<FirstStepsRow>(db)`
    SELECT first_steps_ended AS ended, (SELECT sample FROM shop) AS sample,
      institution IS NOT NULL AS institution,
      EXISTS (SELECT FROM products WHERE deleted_at IS NULL AND active) AS products,
      EXISTS (SELECT FROM users WHERE deleted_at IS NULL AND active AND NOT admin) AS sellers,
      pix IS NOT NULL AS pix,
      EXISTS (
        SELECT FROM audit_events WHERE action = 'settings.edited' AND after ? 'paper') AS paper
    FROM settings`;
}
