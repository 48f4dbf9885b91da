import type { CardDay, PixSum } from '@balcao/contract/bank.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Db } from '../../database/connection.ts';
import { comparedCards, unsettledDays } from './cards.service.ts';
import { comparedPix, sumsOf } from './compare-pix.ts';
import { hasStatements } from './statements.repository.ts';

type OpenPix = PixSum & { state: Exclude<PixSum['state'], 'found' | 'reversal'> };

/** What of a period is not in order between shop and bank. */
export type OpenAtBank = {
  /** Count and sums of each state that waits for somebody, if it occurs. */
  pix: OpenPix[];
  /** Days with a statement on which cards paid another amount than expected. */
  cards: CardDay[];
};

/** For who closes a month; undefined for a shop that has never added a statement. */
export async function openAtBank(db: Db, period: Period): Promise<OpenAtBank | undefined> {
  if (!(await hasStatements(db))) return undefined;
  const sums = sumsOf(await comparedPix(db, period));
  return {
    pix: sums.filter(
      (sum): sum is OpenPix => sum.state !== 'found' && sum.state !== 'reversal' && sum.count > 0,
    ),
    cards: unsettledDays(await comparedCards(db, period)),
  };
}
