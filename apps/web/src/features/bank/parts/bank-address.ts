import { type PixState, pixStates } from '@balcao/domain/bank/pix-states.ts';
import { businessDayOf, firstOfMonth } from '@balcao/domain/dates/business-day.ts';
import { timeNow } from '../../../storage/server-clock.ts';
import { readListSearch, readPeriodSearch, withoutEmpty } from '../../../ui/lists/list-address.ts';

export type BankFilter = {
  startDate: string;
  endDate: string;
  state: PixState | '';
  /** '' is Pix. */
  of: 'returns' | 'cards' | '';
};

const PARTS = ['returns', 'cards'] as const;

function readChoices({ state, of }: Record<string, unknown>): Pick<BankFilter, 'state' | 'of'> {
  return {
    state: pixStates.find((known) => known === state) ?? '',
    of: PARTS.find((known) => known === of) ?? '',
  };
}

/** The month so far, unless the address says another period. */
export function readBankFilter(address: Record<string, unknown>, now = timeNow()): BankFilter {
  const today = businessDayOf(now);
  const period = { startDate: firstOfMonth(today), endDate: today, ...readPeriodSearch(address) };
  return { ...period, ...readChoices(address) };
}

/** What of an address is kept, which anyone may have typed. */
export function readBankSearch(address: Record<string, unknown>) {
  const { search: _, ...page } = readListSearch(address);
  return { ...page, ...readPeriodSearch(address), ...withoutEmpty(readChoices(address)) };
}
