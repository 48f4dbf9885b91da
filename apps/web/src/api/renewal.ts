import type { Session } from '@balcao/contract/accounts/auth.ts';
import { routes } from '@balcao/contract/api/routes.ts';
import { ApiRefusal, ApiUnusable } from './errors.ts';
import { send } from './send.ts';
import { clearSession, readSession, writeSession } from './session.ts';

let running: Promise<void> | undefined;

/**
 * Returns a newer access of the same user: one that another tab has stored, or a renewed one. Returns
 * undefined if the session is over (the stored user is then dropped) or another user has signed in.
 * Throws if the server cannot be reached or fails (ApiUnreachable, 5xx), which is no sign-out.
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
    const renewed = (await send(routes.refreshSession, { body })) as Session | null;
    if (!renewed?.access) return dropSession(expired);
    // A sign-out or another user's sign-in during the call stands.
    const session = readSession();
    if (session?.access === expired) writeSession(withRenewed(session, renewed));
  } catch (error) {
    if (!isOver(error)) throw error;
    dropSession(expired);
  }
}

/** The server knows no such session, or no renewal at all. */
const isOver = (error: unknown) =>
  (error instanceof ApiRefusal && error.status === 401) ||
  (error instanceof ApiUnusable && error.status < 500);

/** Other fields of the stored record stay; fields that only some sessions have end with the renewed one. */
function withRenewed({ idle_lock: _lock, ...before }: Session, renewed: Session): Session {
  const { password_expired: _expired, second_factor_missing: _missing, ...user } = before.user;
  return { ...before, ...renewed, user: { ...user, ...renewed.user } };
}

/**
 * Names a renewal. A refresh cookie works once; a retry under the same name (a lost response, two tabs at
 * once) returns the same successor instead of ending the session. Every tab derives the name from the
 * access, which is random: its first 16 characters as 32 hexadecimal digits.
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
