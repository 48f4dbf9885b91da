import { readSession } from '../../api/session.ts';
import { leaveWord, PATIENCE_MS, signOut } from '../../features/auth/auth.queries.ts';
import { fieldsOf } from '../../storage/stored-json.ts';
import { clearUnsavedInAllTabs, readUnsaved, storeUnsaved } from '../../storage/unsaved-input.ts';

const PARKED = 'Seu pedido ficou em espera.';
const KEPT = 'Seu pedido não pôde ficar em espera: ele continua guardado nesta aba.';

/** Kept of that time for the sign-out itself: the session has to end, even if the parking takes long. */
const SIGN_OUT_MS = 500;

/** Signs out; an order on the counter waits for its seller. Without a server this takes no longer than before. */
export async function parkAndSignOut(): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  const user = readSession()?.user.id;
  if (user !== undefined) await parkOrder(user, AbortSignal.timeout(PATIENCE_MS - SIGN_OUT_MS));
  await signOut(AbortSignal.timeout(Math.max(until - Date.now(), SIGN_OUT_MS)));
  clearUnsavedInAllTabs();
}

/** Parks the order that this tab has stored. What can't be parked stays in the tab. */
async function parkOrder(user: number, signal: AbortSignal): Promise<void> {
  const stored = readUnsaved(user, 'counter', fieldsOf);
  if (!stored) return;
  const end = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  try {
    const code = import('../../features/counter/parked/park-and-take.ts');
    const { parkAtSignOut } = await Promise.race([code, end]);
    const outcome = await parkAtSignOut(user, signal);
    if (outcome === 'nothing') return;
    if (outcome === 'parked') return leaveWord(PARKED);
  } catch (error) {
    console.warn('The order could not be parked', error);
  }
  storeUnsaved(user, 'counter', { ...stored, underWay: true });
  leaveWord(KEPT);
}
