import type { NewKeptSale, RecordedKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import type { NewSale, Sale } from '@balcao/contract/sales/sales.ts';
import { useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';

/*
 * The sales that this computer keeps, of all its tabs, as every page knows them. Their changes are loaded only where
 * the shop keeps sales, or where something is kept: kept-store.ts.
 */

/** A sale that was finished while the server did not answer, as this computer keeps it. */
export type KeptSale = {
  /** The Idempotency-Key of its order. */
  readonly key: string;
  readonly user: number;
  /** The user's name. */
  readonly seller: string;
  /** ISO. */
  readonly madeAt: string;
  readonly client: KeptPerson;
  readonly student: KeptPerson | null;
  readonly figures: Figures;
  readonly paper: NewKeptSale['paper'];
  /** Bodies under its key that may have been recorded before it was kept. */
  readonly sent: readonly NewSale[];
  /** Its paper, without a number yet. */
  readonly receipt: Sale;
  /** It has a Pix that the seller has not found at the bank. */
  readonly pixUnchecked: boolean;
  /** Why the server has refused it: the code of the refusal, and its words. */
  readonly problem: { readonly code: string; readonly words: string } | null;
};

/** On record, or to be registered when it is sent. */
export type KeptPerson =
  | { readonly id: number }
  | { readonly number: string; readonly name: string };

/** The body of a sale without who buys and who sells. */
type Figures = Omit<NewSale, 'client' | 'student' | 'seller'>;

type State = {
  readonly sales: readonly KeptSale[];
  /** What the server has made of the one that was sent last. */
  readonly sent: RecordedKeptSale | null;
  /** Since when the server has been away; undefined while it is there. */
  readonly awaySince: Date | undefined;
};

let state: State = { sales: [], sent: null, awaySince: undefined };
const listeners = new Set<() => void>();

export function noteKept(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of [...listeners]) listener();
}

export function subscribeKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const readKept = (): State => state;

/** In localStorage while something is kept: another text at each change, which the other tabs hear. */
export const KEPT_MARK = 'kept-sales';

const isMarked = () => localStorage.getItem(KEPT_MARK) !== null;

/** Whether what keeps sales is loaded: the shop's counters keep some, or this computer does. */
export function useKeeps(): boolean {
  const marked = useSyncExternalStore(subscribeKept, isMarked);
  return useSession()?.keeps_sales === true || marked;
}

/** `own`: of the user who is signed in, the oldest first. */
export function useKeptSales() {
  const { sales, sent } = useSyncExternalStore(subscribeKept, readKept);
  const user = useSession()?.user.id;
  const { own = [], others = [] } = Object.groupBy(sales, (sale) =>
    sale.user === user ? 'own' : 'others',
  );
  return { own, others, sent };
}
