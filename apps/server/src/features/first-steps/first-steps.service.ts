import type { FirstSteps } from '@balcao/contract/shop/first-steps.ts';
import type { Db } from '../../database/connection.ts';
import { lockSettings, updateSettings } from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { findFirstSteps } from './first-steps.repository.ts';

export async function readFirstSteps(db: Db): Promise<FirstSteps> {
  const { ended, sample, ...steps } = await findFirstSteps(db);
  const isMissing = Object.values(steps).includes(false);
  return { show: isMissing && !ended && !sample, steps };
}

/** Puts them away for the whole shop. Safe to repeat. */
export function endFirstSteps(db: Db, actor: Actor): Promise<FirstSteps> {
  return inTransaction(db, async (tx) => {
    const { first_steps_ended } = await lockSettings(tx);
    if (!first_steps_ended) {
      await updateSettings(tx, { first_steps_ended: true });
      const [before, after] = [{ first_steps_ended }, { first_steps_ended: true }];
      await recordAudit(tx, actor, 'settings.edited', { before, after });
    }
    return readFirstSteps(tx);
  });
}
