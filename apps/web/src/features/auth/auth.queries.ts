import type { Session } from '@balcao/contract/accounts/auth.ts';
import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { call } from '../../api/call.ts';
import { clearSession, writeSession } from '../../api/session.ts';

/** After this time a sign-out continues without the server. */
export const PATIENCE_MS = 2_000;

/** Signs in and stores the whole response if it has an access. */
export async function signIn(credentials: BodyOf<Endpoints['login']>): Promise<void> {
  const session: Session = await call('login', { body: credentials });
  if (!session.access) return;
  removeWord();
  writeSession(session);
}

/** Ends the session, on the server too if it responds, and reloads the application. */
export async function signOut(signal = AbortSignal.timeout(PATIENCE_MS)): Promise<void> {
  try {
    await call('logout', { signal });
  } catch (error) {
    // The user leaves in any case; the session on the server expires.
    console.warn('The sign-out did not reach the server', error);
  }
  clearSession();
  window.location.assign('/');
}

const STORED_AS = 'sign-out-word';

/** Leaves a word for the login page, which the sign-out loads. */
export function leaveWord(word: string): void {
  try {
    sessionStorage.setItem(STORED_AS, word);
  } catch (error) {
    console.warn('The word could not be left', error);
  }
}

export const readWord = (): string | null => sessionStorage.getItem(STORED_AS);

/** The next user who signs in has read it. */
const removeWord = (): void => sessionStorage.removeItem(STORED_AS);
