import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';
import { uuid } from '../../api/uuid.ts';
import type { KeptProblem, KeptSale, SentKept } from './kept-sale.ts';

/*
 * The sales that this computer keeps, of all its tabs. Their code is loaded only where the shop keeps sales, or where
 * something is kept.
 */
const store = () => import('./kept-store.ts');

/** In localStorage while something is kept: another text at each change, so that the other tabs hear of it. */
const MARK = 'kept-sales';
const DEVICE = 'kept-device';

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
  if (key === MARK) loadKept().catch(console.warn);
}

/** Whether something is kept, without loading what it is. */
export const isMarked = (): boolean => localStorage.getItem(MARK) !== null;

async function changed(): Promise<void> {
  await loadKept();
  try {
    if (state.sales.length > 0) localStorage.setItem(MARK, uuid());
    else localStorage.removeItem(MARK);
  } catch (error) {
    // The sale is kept all the same; the other tabs hear of it when they load.
    console.warn('What is kept could not be marked', error);
  }
}

/** Reads what is kept. */
export async function loadKept(): Promise<void> {
  const sales = await (await store()).allKept();
  become({ ...state, sales });
}

/** Once it resolves, the sale outlives a power cut. Throws when the storage is full. */
export async function keepSale(sale: KeptSale): Promise<void> {
  await (await store()).storeKept(sale);
  // Asked for once, so that no clean-up of the browser removes it.
  void (navigator as Partial<Navigator>).storage?.persist?.();
  await changed();
}

/** What is kept as it is known, the oldest first. */
export const keptSales = (): readonly KeptSale[] => state.sales;

export async function forgetKept(key: string): Promise<void> {
  await (await store()).removeKept(key);
  await changed();
}

export async function noteProblem(sale: KeptSale, problem: KeptProblem): Promise<void> {
  await (await store()).storeKept({ ...sale, problem });
  await changed();
}

/** Another sale was recorded under its key: the next attempt sends it under one of its own. */
export async function sendAsAnother({ key, ...sale }: KeptSale): Promise<void> {
  await keepSale({ ...sale, key: uuid(), sent: [], problem: null });
  await forgetKept(key);
}

export const noteSent = (sent: SentKept | null): void => become({ ...state, sent });

/** The number of this computer, which it has invented. */
export function deviceNumber(): string {
  const known = localStorage.getItem(DEVICE);
  if (known && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(known)) return known;
  const invented = uuid();
  localStorage.setItem(DEVICE, invented);
  return invented;
}

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
