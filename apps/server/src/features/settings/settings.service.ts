import type { Settings } from '@balcao/contract/shop/settings.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { signedInChanged } from '../auth/signed-in-changes.ts';
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
  const { withdrawal_limit, difference_limit, ...rest } = after;
  return inTransaction(db, async (tx) => {
    const before = settingsOf(await lockSettings(tx));
    await updateSettings(tx, {
      ...rest,
      withdrawal_limit_cents: centsFromReais(withdrawal_limit),
      difference_limit_cents: centsFromReais(difference_limit),
    });
    // The cached users know whether administrators need a second factor.
    signedInChanged(tx);
    await recordAudit(tx, { actor, action: 'settings.edited', subjectId: null, before, after });
    return after;
  });
}

function settingsOf(row: SettingsRow): Settings {
  const { withdrawal_limit_cents, difference_limit_cents, ...rest } = row;
  return {
    ...rest,
    withdrawal_limit: reaisFromCents(withdrawal_limit_cents),
    difference_limit: reaisFromCents(difference_limit_cents),
  };
}
