import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { receivedSale } from '../../api/answers/sale.ts';
import { numberOf, textOf } from '../../api/answers/values.ts';
import { fieldsOf } from '../../storage/stored-json.ts';
import type { KeptSale } from './kept-sale.ts';

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

/** Once it resolves, the sale is on the disk. Throws when the storage is full or forbidden. */
export async function storeKept(sale: KeptSale): Promise<void> {
  const change = (await open()).transaction('sales', 'readwrite', { durability: 'strict' });
  await Promise.all([change.store.put(sale), change.done]);
}

export async function removeKept(key: string): Promise<void> {
  await (await open()).delete('sales', key);
}

/** Oldest first. */
export async function allKept(): Promise<readonly KeptSale[]> {
  const stored = await (await open()).getAll('sales');
  return stored.map(asKept).toSorted((a, b) => (a.madeAt < b.madeAt ? -1 : 1));
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
