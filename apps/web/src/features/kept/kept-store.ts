import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { receivedSale } from '../../api/answers/sale.ts';
import { numberOf, textOf } from '../../api/answers/values.ts';
import { uuid } from '../../api/uuid.ts';
import { fieldsOf } from '../../storage/stored-json.ts';
import { KEPT_MARK, type KeptSale, noteKept } from './kept-sales.ts';

interface Kept extends DBSchema {
  sales: { key: string; value: KeptSale };
}

let opened: Promise<IDBPDatabase<Kept>> | undefined;

function open(): Promise<IDBPDatabase<Kept>> {
  const forget = () => {
    opened = undefined;
  };
  opened ??= openDB<Kept>('balcao', 1, {
    upgrade: (database) => void database.createObjectStore('sales', { keyPath: 'key' }),
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

type Sales = IDBPObjectStore<Kept, ['sales'], 'sales', 'readwrite'>;

/** All of it or nothing, also beside another tab, and through a power cut once it resolves. */
async function inOneStep(act: (sales: Sales) => Promise<unknown>): Promise<void> {
  const change = (await open()).transaction('sales', 'readwrite', { durability: 'strict' });
  await Promise.all([act(change.store), change.done]);
  await changed();
}

/**
 * Throws when the storage is full or forbidden, and a ConstraintError when a sale of this key is kept already: the
 * order was copied with its tab, and the paper of the first one counts.
 */
export async function keepSale(sale: KeptSale): Promise<void> {
  await inOneStep((sales) => sales.add(sale));
  // Asked for once, so that no clean-up of the browser removes it.
  void (navigator as Partial<Navigator>).storage?.persist?.();
}

export const forgetKept = (key: string) => inOneStep((sales) => sales.delete(key));

/** The server has refused it. */
export const noteProblem = (key: string, problem: KeptSale['problem']) =>
  inOneStep(async (sales) => {
    const sale = await sales.get(key);
    if (sale) await sales.put({ ...sale, problem });
  });

/** Another sale was recorded under its key: the next attempt sends it under one of its own. */
export const sendAsAnother = (key: string) =>
  inOneStep(async (sales) => {
    const sale = await sales.get(key);
    if (!sale) return;
    await sales.delete(key);
    await sales.add({ ...sale, key: uuid(), sent: [], problem: null });
  });

/** Reads what is kept. */
export async function loadKept(): Promise<readonly KeptSale[]> {
  const stored = await (await open()).getAll('sales');
  const sales = stored.map(asKept).toSorted((a, b) => (a.madeAt < b.madeAt ? -1 : 1));
  noteKept({ sales });
  return sales;
}

/** Anyone can write to the storage: what a screen shows of a sale has its shape, and the server checks the rest. */
function asKept(stored: KeptSale): KeptSale {
  return {
    ...stored,
    user: numberOf(stored.user),
    seller: textOf(stored.seller),
    madeAt: textOf(stored.madeAt),
    sent: Array.isArray(stored.sent) ? stored.sent : [],
    receipt: receivedSale(stored.receipt),
    problem: typeof fieldsOf(stored.problem).words === 'string' ? stored.problem : null,
  };
}

/** It is done: whatever fails here, the next look finds it. */
async function changed(): Promise<void> {
  try {
    const { length } = await loadKept();
    if (length > 0) localStorage.setItem(KEPT_MARK, uuid());
    else localStorage.removeItem(KEPT_MARK);
  } catch (error) {
    console.warn('What is kept was not read or marked', error);
  }
}
