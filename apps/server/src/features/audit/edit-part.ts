import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import type { Db, Tx } from '../../database/connection.ts';
import {
  lockSettings,
  type SettingsChange,
  type SettingsRow,
  updateSettings,
} from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { edited } from '../../request/shown-row.ts';
import { type Actor, recordAudit } from './audit.service.ts';

type Part<Fields extends object> = {
  /** The fields of its form; undefined where nobody has filled it in yet, and all of it is set. */
  fields: (row: SettingsRow) => Fields | undefined;
  typed: Fields;
  /** What the form was shown. With it only what differs is set, and a field with `words` clashes. */
  shown?: string | undefined;
  words?: Readonly<Record<string, string>>;
  stored: (fields: Fields, row: SettingsRow, tx: Tx) => SettingsChange | Promise<SettingsChange>;
  /** Before the edit and after it; the fields themselves unless it says otherwise. */
  audited?: (row: SettingsRow, tx: Tx) => object | undefined | Promise<object | undefined>;
};

/** Edits one part of the settings and records that. Returns the row as it then is. Throws changed_meanwhile. */
export function editPart<Fields extends object>(
  db: Db,
  actor: Actor,
  action: AuditAction,
  { fields, typed, shown, words, stored, audited = fields }: Part<Fields>,
): Promise<SettingsRow> {
  return inTransaction(db, async (tx) => {
    const row = await lockSettings(tx);
    const current = fields(row);
    const before = await audited(row, tx);
    const sets = current ? edited(current, typed, shown, words) : typed;
    const now = await updateSettings(tx, await stored(sets, row, tx));
    await recordAudit(tx, actor, action, { before, after: await audited(now, tx) });
    return now;
  });
}
