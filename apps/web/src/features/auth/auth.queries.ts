import type { Session } from '@balcao/contract/accounts/auth.ts';
import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { call } from '../../api/call.ts';
import { clearSession, writeSession } from '../../api/session.ts';

import { removeWord } from './sign-out-word.ts';

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
