import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';
import type { KeptSale, SentKept } from './kept-sale.ts';

/*
 * The sales that this computer keeps, of all its tabs, as every page knows them. Their changes are loaded only where
 * the shop keeps sales, or where something is kept: kept-changes.ts.
 */

/** In localStorage while something is kept: another text at each change, which the other tabs hear. */
export const KEPT_MARK = 'kept-sales';

type State = { readonly sales: readonly KeptSale[]; readonly sent: SentKept | null };

let state: State = { sales: [], sent: null };
const listeners = new Set<() => void>();

function become(next: State): void {
  state = next;
  for (const listener of [...listeners]) listener();
}

export function subscribeKept(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

function onStorage({ key }: StorageEvent): void {
  if (key === KEPT_MARK) loadKept().catch(console.warn);
}

/** Whether something is kept, without loading what it is. */
export const isMarked = (): boolean => localStorage.getItem(KEPT_MARK) !== null;

/** Reads what is kept. */
export async function loadKept(): Promise<void> {
  const sales = await (await import('./kept-store.ts')).allKept();
  become({ ...state, sales });
}

/** What is kept as it is known, the oldest first. */
export const keptSales = (): readonly KeptSale[] => state.sales;

export const noteSent = (sent: SentKept | null): void => become({ ...state, sent });

const read = () => state;

export type KeptHere = {
  /** Of the user who is signed in. */
  readonly own: readonly KeptSale[];
  readonly others: readonly { readonly seller: string; readonly count: number }[];
  readonly sent: SentKept | null;
};

export function useKeptSales(): KeptHere {
  const { sales, sent } = useSyncExternalStore(subscribeKept, read);
  const user = useSession()?.user.id;
  return useMemo(() => {
    const { own = [], others = [] } = Object.groupBy(sales, (sale) =>
      sale.user === user ? 'own' : 'others',
    );
    const bySeller = Map.groupBy(others, ({ seller }) => seller);
    const counts = [...bySeller].map(([seller, { length }]) => ({ seller, count: length }));
    return { own, others: counts, sent };
  }, [sales, sent, user]);
}
