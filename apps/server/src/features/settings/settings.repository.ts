import type { Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

const COLUMNS = [
  'cash_box',
  'count_every_method',
  'withdrawal_limit_cents',
  'difference_limit_cents',
  'require_second_factor',
  'idle_lock_minutes',
] as const;

export type SettingsRow = Pick<Selectable<Tables['settings']>, (typeof COLUMNS)[number]>;

const settingsRow = (db: Db) => db.selectFrom('settings').select(COLUMNS);

export function findSettings(db: Db): Promise<SettingsRow> {
  return settingsRow(db).executeTakeFirstOrThrow();
}

/** Two edits run one after the other, so that each is audited with what it replaced. */
export function lockSettings(tx: Tx): Promise<SettingsRow> {
  return settingsRow(tx).forUpdate().executeTakeFirstOrThrow();
}

export async function updateSettings(
  tx: Tx,
  settings: Updateable<Tables['settings']>,
): Promise<void> {
  await tx.updateTable('settings').set(settings).execute();
}
