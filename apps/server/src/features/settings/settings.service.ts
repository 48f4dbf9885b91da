import type { Settings } from '@balcao/contract/shop/settings.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import type { StudentCard } from '@balcao/domain/student-card.ts';
import type { Db } from '../../database/connection.ts';
import {
  findSettings,
  lockSettings,
  type SettingsRow,
  updateSettings,
} from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { edited } from '../../request/shown-row.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { signedInChanged } from '../auth/signed-in-changes.ts';

/** The settings with their amounts in centavos. */
export { findSettings as shopSettings };

export async function readSettings(db: Db): Promise<Settings> {
  return settingsOf(await findSettings(db));
}

const SETTING_WORDS: Record<keyof Settings, string> = {
  cash_box: 'como o caixa funciona',
  count_every_method: 'se cartões e Pix são contados',
  withdrawal_limit: 'o limite das sangrias',
  difference_limit: 'o limite das diferenças',
  require_second_factor: 'se o segundo fator é exigido',
  idle_lock_minutes: 'os minutos até bloquear a tela',
};

/** With `shown`, what a form was shown, only what it changed. Throws changed_meanwhile. */
export async function editSettings(
  db: Db,
  actor: Actor,
  typed: Settings,
  shown?: string,
): Promise<Settings> {
  return inTransaction(db, async (tx) => {
    const before = settingsOf(await lockSettings(tx));
    const after = edited(before, typed, shown, SETTING_WORDS);
    const { withdrawal_limit, difference_limit, ...rest } = after;
    await updateSettings(tx, {
      ...rest,
      withdrawal_limit_cents: centsFromReais(withdrawal_limit),
      difference_limit_cents: centsFromReais(difference_limit),
    });
    // The cached users know whether administrators need a second factor.
    signedInChanged(tx);
    await recordAudit(tx, actor, 'settings.edited', { before, after });
    return after;
  });
}

const CARD = { digits: 'os algarismos da matrícula', prefix: 'o começo da matrícula' };

export async function readStudentCard(db: Db): Promise<{ card: StudentCard | null }> {
  return { card: (await findSettings(db)).student_card };
}

/** The same of the card, whose two fields stand for themselves. */
export async function editStudentCard(
  db: Db,
  actor: Actor,
  typed: StudentCard | null,
  shown?: string,
) {
  return inTransaction(db, async (tx) => {
    const { student_card: before } = await lockSettings(tx);
    const fields = (of: StudentCard | null) => ({
      digits: of?.digits ?? 0,
      prefix: of?.prefix ?? '',
    });
    const changed = edited(fields(before), fields(typed), shown, CARD);
    const card = changed.digits === 0 ? null : changed;
    await updateSettings(tx, { student_card: card && JSON.stringify(card) });
    const words = (of: StudentCard | null) => ({
      card_digits: of?.digits ?? null,
      card_prefix: of?.prefix ?? '',
    });
    await recordAudit(tx, actor, 'settings.edited', { before: words(before), after: words(card) });
    return { card };
  });
}

const settingsOf = (row: SettingsRow): Settings => ({
  cash_box: row.cash_box,
  count_every_method: row.count_every_method,
  withdrawal_limit: reaisFromCents(row.withdrawal_limit_cents),
  difference_limit: reaisFromCents(row.difference_limit_cents),
  require_second_factor: row.require_second_factor,
  idle_lock_minutes: row.idle_lock_minutes,
});
