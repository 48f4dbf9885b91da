import type { FirstSteps } from '@balcao/contract/shop/first-steps.ts';
import type { Db } from '../../database/connection.ts';
import { lockSettings } from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Actor } from '../audit/audit.service.ts';
import { editPart } from '../audit/edit-part.ts';
import { findFirstSteps } from './first-steps.repository.ts';

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
