import { useEffect, useMemo, useRef } from 'react';
import { uuid } from '../../../api/uuid.ts';
import { readUnsaved, removeUnsaved, storeUnsaved } from '../../../ui/fields/unsaved-input.ts';
import { type CounterState, EMPTY_ENTRY, type Entry, FRESH_COUNTER } from './counter-state.ts';
import { isDraft } from './pending-sale.ts';
import type { SaleDraft } from './sale-draft.ts';

/**
 * The order as it is being typed, kept at every change. It has the sale's key from its beginning: a browser
 * that crashed may bring back an order that was sold meanwhile, and selling that again records nothing.
 */
export type KeptOrder = { readonly key: string; readonly state: CounterState };

const WHAT = 'counter';

export function readOrder(seller: number): KeptOrder | undefined {
  const kept = readUnsaved(seller, WHAT) as (Partial<CounterState> & { key: string }) | null;
  if (typeof kept?.key !== 'string' || !isDraft(kept.draft)) return undefined;
  const { key, draft, flag, entry, sort = null } = kept;
  const state: CounterState = {
    ...FRESH_COUNTER,
    draft,
    flag: flag === 1 ? 1 : 0,
    entry: typeof entry?.quantity === 'string' ? entry : EMPTY_ENTRY,
    sort,
  };
  return { key, state };
}

export function forgetOrder(seller: number): void {
  removeUnsaved(seller, WHAT);
}

function isUntouched({ client, student, items, payments }: SaleDraft, entry: Entry): boolean {
  const somebody = [client, student].some(({ digits, name }) => digits !== '' || name !== '');
  const paid = payments.some(({ method }) => method !== null);
  return !somebody && !paid && items.length === 0 && entry.product === null;
}

export type SaleKey = {
  /** The key that the sale will be sent with. */
  take: () => string;
  /** Another one, for what is on the screen has turned out to be another sale. */
  renew: (key?: string) => string;
  drop: () => void;
};

export function useSaleKey(seller: number, left: string | undefined): SaleKey {
  const key = useRef(left);
  return useMemo(
    () => ({
      take: () => (key.current ??= uuid()),
      renew: (another = uuid()) => {
        key.current = another;
        const order = readUnsaved(seller, WHAT);
        if (order !== null) storeUnsaved(seller, WHAT, { ...order, key: another });
        return another;
      },
      drop: () => {
        key.current = undefined;
      },
    }),
    [seller],
  );
}

/** Keeps what is typed until the sale is made, and then what is typed of the next one. */
export function useKeepOrder(
  seller: number,
  { draft, flag, entry, sort }: CounterState,
  key: SaleKey,
): void {
  useEffect(() => {
    if (isUntouched(draft, entry)) {
      forgetOrder(seller);
      key.drop();
    } else {
      storeUnsaved(seller, WHAT, { key: key.take(), draft, flag, entry, sort });
    }
  }, [seller, key, draft, flag, entry, sort]);
}
