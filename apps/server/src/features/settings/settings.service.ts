import type { Settings } from '@balcao/contract/settings.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import {
  findSettings,
  lockSettings,
  type SettingsRow,
  updateSettings,
} from './settings.repository.ts';

/** The settings with their amounts in centavos. */
export { findSettings as shopSettings } from './settings.repository.ts';

export async function readSettings(db: Db): Promise<Settings> {
  return settingsOf(await findSettings(db));
}

export async function editSettings(db: Db, actor: Actor, after: Settings): Promise<Settings> {
  const { withdrawal_limit, difference_limit, cash_box, count_every_method } = after;
  return inTransaction(db, async (tx) => {
    const before = settingsOf(await lockSettings(tx));
    await updateSettings(tx, {
      cash_box,
      count_every_method,
      withdrawal_limit_cents: centsFromReais(withdrawal_limit),
      difference_limit_cents: centsFromReais(difference_limit),
    });
    await recordAudit(tx, { actor, action: 'settings.edited', subjectId: null, before, after });
    return after;
  });
}

function settingsOf(row: SettingsRow): Settings {
  return {
    cash_box: row.cash_box,
    count_every_method: row.count_every_method,
    withdrawal_limit: reaisFromCents(row.withdrawal_limit_cents),
    difference_limit: reaisFromCents(row.difference_limit_cents),
  };
}
