import type { Session } from '@balcao/contract/auth.ts';
import { routes } from '@balcao/contract/routes.ts';
import { ApiRefusal } from './errors.ts';
import { send } from './send.ts';
import { clearSession, readSession, writeSession } from './session.ts';
import { randomHex } from './uuid.ts';

/**
 * Names a renewal until its answer has come. A refresh cookie works once; asking again under the same
 * name (the answer was lost, two tabs ask at once) gives the same successor instead of ending the session.
 */
const ATTEMPT_KEY = 'session-renewal';

let running: Promise<string | undefined> | undefined;

/**
 * A newer access than `expired`: what another tab has stored meanwhile, or else a renewed one.
 * undefined when the session is over, in which case the stored user is gone. Throws when nobody can
 * say (ApiUnreachable, 5xx); that is no sign-out.
 */
export async function newerAccess(expired: string): Promise<string | undefined> {
  const stored = readSession()?.access;
  if (stored !== expired) return stored;
  running ??= renew(expired).finally(() => {
    running = undefined;
  });
  return running;
}

async function renew(expired: string): Promise<string | undefined> {
  const attempt = localStorage.getItem(ATTEMPT_KEY) ?? randomHex();
  localStorage.setItem(ATTEMPT_KEY, attempt);
  try {
    const session = (await send(routes.refreshSession, { body: { attempt } })) as Session;
    forget(attempt);
    // Signed out, or in as somebody else, while the answer was under way: that stands.
    if (readSession()?.access !== expired) return readSession()?.access;
    writeSession(session);
    return session.access;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status >= 500) throw error;
    forget(attempt);
    if (error.status !== 401) throw error;
    return dropSession(expired);
  }
}

/** Drops the stored user, unless another tab has stored a newer access: then answers that. */
export function dropSession(refused: string): string | undefined {
  const stored = readSession()?.access;
  if (stored !== refused) return stored;
  clearSession();
  return undefined;
}

function forget(attempt: string): void {
  if (localStorage.getItem(ATTEMPT_KEY) === attempt) localStorage.removeItem(ATTEMPT_KEY);
}
