import type { Approval, ApprovedAction, authEndpoints } from '@balcao/contract/auth.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { type Cents, centsFromReais } from '@balcao/domain/money.ts';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type Account, withCredentials } from '../auth/credentials.ts';
import { hashToken, newToken } from '../auth/token-hashes.ts';
import { insertApproval, sweepApprovals, takeApproval } from './approvals.repository.ts';

const APPROVAL_MINUTES = 2;

type Seller = Pick<SignedIn, 'id' | 'name'>;
type Approver = { id: number; name: string };

/**
 * An administrator approves one action of this seller, without a session of their own. Tries count as
 * sign-ins. Throws wrong_credentials, too_many_attempts and, after the right password, not_administrator.
 */
export async function approve(
  db: Db,
  { seller, address, clock }: { seller: Seller; address: string; clock: Clock },
  body: BodyOf<typeof authEndpoints.approve>,
): Promise<Approval> {
  const { username: login, password, action, subject, amount } = body;
  const refuse = (tx: Tx, account: Account | undefined) =>
    recordAudit(tx, {
      actor: seller,
      action: 'approval.refused',
      subjectId: account?.id ?? null,
      after: { action, subject },
    });
  const approval = await withCredentials<Approval | Refusal>(
    db,
    { login, password, address, clock },
    {
      refuse,
      accept: async (tx, account) => {
        const obstacle = whyNot(account);
        if (obstacle) {
          await refuse(tx, account);
          return obstacle;
        }
        await sweepApprovals(tx);
        const token = newToken();
        const approved = {
          token_hash: hashToken(token),
          requested_by: seller.id,
          approved_by: account.id,
          action,
          subject_id: subject,
          amount_cents: centsFromReais(amount),
        };
        const expires = await insertApproval(tx, approved, APPROVAL_MINUTES);
        await recordAudit(tx, {
          actor: seller,
          action: 'approval.given',
          subjectId: account.id,
          after: { approved_by: account.name, action, subject, amount },
        });
        return { approval: token, approved_by: account.name, expires_at: expires.toISOString() };
      },
    },
  );
  // Thrown after the commit, because the refusal is in the audit.
  if (approval instanceof Refusal) throw approval;
  return approval;
}

/** Who made a provisional password knows it too, so it is nobody's consent. */
function whyNot({ admin, must_change_password }: Account): Refusal | undefined {
  if (!admin) return new Refusal('not_administrator');
  if (!must_change_password) return undefined;
  const detail = 'A senha deste administrador ainda é a provisória. É preciso trocá-la antes.';
  return new Refusal('not_administrator', { detail });
}

/**
 * Uses up the approval of this action, in the action's own transaction, and returns who gave it. For an
 * administrator it returns null, because they need none. Throws approval_required and approval_ended.
 */
export async function useApproval(
  tx: Tx,
  needed: {
    actor: Pick<SignedIn, 'id' | 'admin'>;
    token: string | undefined;
    action: ApprovedAction;
    /** The sale or the box. */
    subject: number;
    amount: Cents;
  },
): Promise<Approver | null> {
  const { actor, token, action, subject, amount } = needed;
  if (actor.admin) return null;
  if (token === undefined) throw new Refusal('approval_required');
  const approver = await takeApproval(tx, {
    token_hash: hashToken(token),
    requested_by: actor.id,
    action,
    subject_id: subject,
    amount_cents: amount,
  });
  if (!approver) throw new Refusal('approval_ended');
  return approver;
}
