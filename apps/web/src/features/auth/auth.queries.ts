import type { Session } from '@balcao/contract/auth.ts';
import { call } from '../../api/client.ts';
import { clearSession, writeSession } from '../../api/session.ts';

/** How long a sign-out waits for the server before it goes on without it. */
const LOGOUT_PATIENCE_MS = 2_000;

/** Signs in and stores the whole answer, provided that it carries an access. */
export async function signIn(credentials: { username: string; password: string }): Promise<void> {
  const session: Session = await call('login', { body: credentials });
  if (session.access) writeSession(session);
}

/** Ends the session, on the server too if it can be reached, and starts the page anew. */
export async function signOut(): Promise<void> {
  try {
    await call('logout', { signal: AbortSignal.timeout(LOGOUT_PATIENCE_MS) });
  } catch (error) {
    // Whoever leaves the till leaves it, server or no server; the session there ends by itself.
    console.warn('The server was not told of the sign-out', error);
  }
  clearSession();
  window.location.assign('/');
}
