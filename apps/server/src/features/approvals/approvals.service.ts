import type {
  Approval,
  ApprovedAction,
  ApprovedBody,
  approvalEndpoints,
} from '@balcao/contract/approvals.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { requestHash } from '../../request/request-hash.ts';
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
  body: BodyOf<typeof approvalEndpoints.approve>,
): Promise<Approval> {
  const { username: login, password, action, subject, request } = body;
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
          approved_by: account.id,
          request_hash: requestHash({ by: seller.id, action, subject, body: request }),
        };
        const expires = await insertApproval(tx, approved, APPROVAL_MINUTES);
        await recordAudit(tx, {
          actor: seller,
          action: 'approval.given',
          subjectId: account.id,
          after: { approved_by: account.name, action, subject, ...amountIn(request) },
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

/** For the audit. */
function amountIn(request: ApprovedBody): { amount?: number } {
  if ('total' in request) return { amount: request.total };
  return 'amount' in request ? { amount: request.amount } : {};
}

/** What a seller is about to do. Its body may have the token of an approval. */
type Needed = {
  actor: Pick<SignedIn, 'id' | 'admin'>;
  action: ApprovedAction;
  /** The sale or the box. */
  subject: number;
  body: ApprovedBody;
};

/**
 * Uses up the approval of exactly this, in its own transaction, and returns who gave it. For an administrator it
 * returns null, because they need none. Throws approval_required and approval_ended.
 */
export async function takenApproval(
  tx: Tx,
  { actor, action, subject, body }: Needed,
): Promise<Approver | null> {
  if (actor.admin) return null;
  if (body.approval === undefined) throw new Refusal('approval_required');
  const approver = await takeApproval(tx, {
    token_hash: hashToken(body.approval),
    request_hash: requestHash({ by: actor.id, action, subject, body }),
  });
  if (!approver) throw new Refusal('approval_ended');
  return approver;
}
