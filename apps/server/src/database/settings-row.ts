import type { Selectable, Updateable } from 'kysely';
import type { Db, Tx } from './connection.ts';
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
