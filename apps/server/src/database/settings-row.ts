import type { Selectable, Updateable } from 'kysely';
import type { Db, Tx } from './connection.ts';
import type { Tables } from './tables.ts';

export type SettingsRow = Selectable<Tables['settings']>;

const settingsRow = (db: Db) => db.selectFrom('settings').selectAll();

/** The one row with all settings of the shop. */
export const findSettings = (db: Db): Promise<SettingsRow> =>
  settingsRow(db).executeTakeFirstOrThrow();

/** Two edits run one after the other, so that each is audited with what it replaced. */
export const lockSettings = (tx: Tx): Promise<SettingsRow> =>
  settingsRow(tx).forUpdate().executeTakeFirstOrThrow();

export async function updateSettings(tx: Tx, row: Updateable<Tables['settings']>): Promise<void> {
  await tx.updateTable('settings').set(row).execute();
}
