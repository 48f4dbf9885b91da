import { uuid } from '../../api/uuid.ts';
import type { KeptProblem, KeptSale } from './kept-sale.ts';
import { KEPT_MARK, keptSales, loadKept } from './kept-sales.ts';
import { removeKept, storeKept } from './kept-store.ts';

const DEVICE = 'kept-device';

/** Once it resolves, the sale outlives a power cut. Throws when the storage is full. */
export async function keepSale(sale: KeptSale): Promise<void> {
  await storeKept(sale);
  // Asked for once, so that no clean-up of the browser removes it.
  void (navigator as Partial<Navigator>).storage?.persist?.();
  await changed();
}

export async function forgetKept(key: string): Promise<void> {
  await removeKept(key);
  await changed();
}

export async function noteProblem(sale: KeptSale, problem: KeptProblem): Promise<void> {
  await storeKept({ ...sale, problem });
  await changed();
}

/** Another sale was recorded under its key: the next attempt sends it under one of its own. */
export async function sendAsAnother({ key, ...sale }: KeptSale): Promise<void> {
  await keepSale({ ...sale, key: uuid(), sent: [], problem: null });
  await forgetKept(key);
}

/** The number of this computer, which it has invented. */
export function deviceNumber(): string {
  const known = localStorage.getItem(DEVICE);
  if (known && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(known)) return known;
  const invented = uuid();
  localStorage.setItem(DEVICE, invented);
  return invented;
}

async function changed(): Promise<void> {
  await loadKept();
  try {
    if (keptSales().length > 0) localStorage.setItem(KEPT_MARK, uuid());
    else localStorage.removeItem(KEPT_MARK);
  } catch (error) {
    // The sale is kept all the same; the other tabs hear of it when they load.
    console.warn('What is kept could not be marked', error);
  }
}
