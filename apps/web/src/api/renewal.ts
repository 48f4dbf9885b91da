import type { Session } from '@balcao/contract/auth.ts';
import { routes } from '@balcao/contract/routes.ts';
import { ApiRefusal } from './errors.ts';
import { send } from './send.ts';
import { clearSession, readSession, writeSession } from './session.ts';

let running: Promise<void> | undefined;

/**
 * A newer access than `mine`, of the same person: what another tab has stored meanwhile, or else a renewed
 * one. undefined when there is none: the session is over, in which case the stored user is gone, or
 * somebody else has signed in, as whom nothing may be repeated. Throws when nobody can say
 * (ApiUnreachable, 5xx); that is no sign-out.
 */
export async function newerAccess(mine: Session): Promise<string | undefined> {
  if (readSession()?.access === mine.access) {
    running ??= renew(mine.access).finally(() => {
      running = undefined;
    });
    await running;
  }
  const stored = readSession();
  return stored?.user.id === mine.user.id ? stored.access : undefined;
}

async function renew(expired: string): Promise<void> {
  try {
    const body = { attempt: attemptOf(expired) };
    const session = (await send(routes.refreshSession, { body })) as Session;
    // Signed out, or in as somebody else, while the answer was under way: that stands.
    if (readSession()?.access === expired) writeSession(session);
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 401) throw error;
    dropSession(expired);
  }
}

/**
 * Names a renewal by what it renews. A refresh cookie works once; asking again under the same name (the
 * answer was lost, two tabs ask at once) gives the same successor instead of ending the session, so the
 * name is one that every tab finds by itself: the first 16 characters of the access, which is random, as
 * 32 hexadecimal digits.
 */
export function attemptOf(access: string): string {
  return Array.from(access.slice(0, 16), (character) =>
    (character.charCodeAt(0) & 0xff).toString(16).padStart(2, '0'),
  )
    .join('')
    .padEnd(32, '0');
}

/** Drops the stored user, unless another tab has stored a newer access. */
export function dropSession(refused: string): void {
  if (readSession()?.access === refused) clearSession(true);
}
