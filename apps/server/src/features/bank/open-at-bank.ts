import type { CardDay, ComparedPix, PixSum } from '@balcao/contract/bank.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Db } from '../../database/connection.ts';
import { comparedCards, unsettledDays } from './cards.service.ts';
import { comparedPix, comparedReturns, sumsOf } from './compare-pix.ts';
import { hasStatements } from './statements.repository.ts';

const SETTLED = ['found', 'reversal', 'not_ours'] as const;
type OpenPix = PixSum & { state: Exclude<PixSum['state'], (typeof SETTLED)[number]> };
const OPEN_RETURNS = ['missing', 'unknown', 'double'] as const;
type OpenReturn = PixSum & { state: (typeof OPEN_RETURNS)[number] };

/** What of a period is not in order between shop and bank. */
export type OpenAtBank = {
  /** Count and sums of each state that waits for somebody, if it occurs. */
  pix: OpenPix[];
  /** Also of what was given back or went out. Of a Pix to others somebody has to say that it is not the shop's. */
  returns: OpenReturn[];
  /** Days with a statement on which cards paid another amount than expected. */
  cards: CardDay[];
};

/** For who closes a month; undefined for a shop that has never added a statement. */
export async function openAtBank(db: Db, period: Period): Promise<OpenAtBank | undefined> {
  if (!(await hasStatements(db))) return undefined;
  const some = async (rows: Promise<ComparedPix[]>) =>
    (await sumsOf(await rows)).filter(({ count }) => count > 0);
  return {
    pix: (await some(comparedPix(db, period))).filter(
      (sum): sum is OpenPix => !SETTLED.some((state) => state === sum.state),
    ),
    returns: (await some(comparedReturns(db, period))).filter((sum): sum is OpenReturn =>
      OPEN_RETURNS.some((state) => state === sum.state),
    ),
    cards: unsettledDays(await comparedCards(db, period)),
  };
}
