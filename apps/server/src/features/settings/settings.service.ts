import type { FirstSteps } from '@balcao/contract/shop/first-steps.ts';
import type { Settings } from '@balcao/contract/shop/settings.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import type { StudentCard } from '@balcao/domain/student-card.ts';
import type { Db } from '../../database/connection.ts';
import {
  findFirstSteps,
  findSettings,
  lockSettings,
  type SettingsRow,
} from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { changedMeanwhile } from '../../request/shown-row.ts';
import type { Actor } from '../audit/audit.service.ts';
import { editPart } from '../audit/edit-part.ts';
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
  keep_sales: 'se o balcão vende sem o servidor',
};

/** With `shown`, what a form was shown, only what it changed. Throws changed_meanwhile. */
export async function editSettings(
  db: Db,
  actor: Actor,
  typed: Settings,
  shown?: string,
): Promise<Settings> {
  const row = await editPart(db, actor, 'settings.edited', {
    ...{ typed, shown, words: SETTING_WORDS, fields: settingsOf },
    stored: ({ withdrawal_limit, difference_limit, ...rest }, _, tx) => {
      // The cached users know whether administrators need a second factor.
      signedInChanged(tx);
      return {
        ...rest,
        withdrawal_limit_cents: centsFromReais(withdrawal_limit),
        difference_limit_cents: centsFromReais(difference_limit),
      };
    },
  });
  return settingsOf(row);
}

const CARD = { digits: 'os algarismos da matrícula', prefix: 'o começo da matrícula' };
const NO_CARD: StudentCard = { digits: 0, prefix: '' };

export async function readStudentCard(db: Db): Promise<{ card: StudentCard | null }> {
  return { card: (await findSettings(db)).student_card };
}

/** The same of the card, whose two fields stand for themselves. */
export async function editStudentCard(
  db: Db,
  actor: Actor,
  typed: StudentCard | null,
  shown?: string,
): Promise<{ card: StudentCard | null }> {
  const row = await editPart(db, actor, 'settings.edited', {
    ...{ typed: typed ?? NO_CARD, shown, words: CARD },
    fields: ({ student_card }) => student_card ?? NO_CARD,
    stored: (card) => {
      const isNone = card.digits === 0;
      // One has taken the card away, the other has changed it.
      if (isNone && (typed || card.prefix !== '')) {
        throw changedMeanwhile(typed ? CARD.digits : CARD.prefix);
      }
      return { student_card: isNone ? null : JSON.stringify(card) };
    },
    audited: ({ student_card: card }) => ({
      card_digits: card?.digits ?? null,
      card_prefix: card?.prefix ?? '',
    }),
  });
  return { card: row.student_card };
}

const settingsOf = (row: SettingsRow): Settings => ({
  cash_box: row.cash_box,
  count_every_method: row.count_every_method,
  withdrawal_limit: reaisFromCents(row.withdrawal_limit_cents),
  difference_limit: reaisFromCents(row.difference_limit_cents),
  require_second_factor: row.require_second_factor,
  idle_lock_minutes: row.idle_lock_minutes,
  keep_sales: row.keep_sales,
});

export async function readFirstSteps(db: Db): Promise<FirstSteps> {
  const { ended, sample, ...steps } = await findFirstSteps(db);
  const isMissing = Object.values(steps).includes(false);
  return { show: isMissing && !ended && !sample, steps };
}

/** Puts them away for the whole shop. Safe to repeat. */
export function endFirstSteps(db: Db, actor: Actor): Promise<FirstSteps> {
  return inTransaction(db, async (tx) => {
    if (!(await lockSettings(tx)).first_steps_ended) {
      await editPart(tx, actor, 'settings.edited', {
        typed: { first_steps_ended: true },
        fields: ({ first_steps_ended }) => ({ first_steps_ended }),
        stored: (ended) => ended,
      });
    }
    return readFirstSteps(tx);
  });
}
