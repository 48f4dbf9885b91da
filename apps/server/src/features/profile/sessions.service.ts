import type { Access } from '@balcao/contract/accounts/sessions.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSessions, findAccountById } from '../auth/auth.service.ts';
import { findAccess, openSessions } from './sessions.repository.ts';

/** Where a user is signed in, since when at all, and how safely. Throws not_allowed and not_found. */
export async function listSessions(db: Db, actor: SignedIn, userId: number): Promise<Access> {
  await refuseStrangers(db, actor, userId);
  const { last_sign_in, second_factor } = await findAccess(db, userId);
  const results = (await openSessions(db, userId)).map(({ started_at, seen_at, ...session }) => ({
    ...session,
    since: started_at.toISOString(),
    seen: seen_at.toISOString(),
    current: session.id === actor.sessionId,
  }));
  return { results, last_sign_in: last_sign_in?.toISOString() ?? null, second_factor };
}

/** Ends one session of a user, or all except that of the actor. Throws not_allowed and not_found. */
export async function closeSessions(
  db: Db,
  actor: SignedIn,
  { userId, session }: { userId: number; session: string | undefined },
): Promise<void> {
  await refuseStrangers(db, actor, userId);
  await inTransaction(db, async (tx) => {
    const open = await openSessions(tx, userId, session);
    const closed = session === undefined ? open.filter(({ id }) => id !== actor.sessionId) : open;
    const [first] = closed;
    // None: it has ended meanwhile, which is no failure, or is somebody else's.
    if (!first) return;
    const { id, device, address } = first;
    const which = session === undefined ? { userId, except: actor.sessionId } : { id };
    const sessions = await endSessions(tx, which, 'closed by a user');
    const after = session === undefined ? { sessions } : { device, address };
    await recordAudit(tx, actor, 'session.closed', { subjectId: userId, after });
  });
}

/** Others are for administrators: a seller learns nothing about who exists. */
async function refuseStrangers(db: Db, actor: SignedIn, userId: number): Promise<void> {
  if (!actor.admin && actor.id !== userId) throw new Refusal('not_allowed');
  if (!(await findAccountById(db, userId))) throw new Refusal('not_found');
}
