import type {
  Approval,
  ApprovedAction,
  ApprovedBody,
  approvalEndpoints,
} from '@balcao/contract/accounts/approvals.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { type CountLine, countInReais, differenceOf } from '@balcao/domain/box-count.ts';
import { cents, centsFromReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { requestHash } from '../../request/request-hash.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type Account, type Attempt, withCredentials } from '../auth/credentials.ts';
import { hashToken, newToken } from '../auth/token-hashes.ts';
import type { Codes } from '../second-factor/secret-cipher.ts';
import {
  countedLines,
  insertApproval,
  otherAdministrators,
  sweepApprovals,
  takeApproval,
} from './approvals.repository.ts';

const APPROVAL_MINUTES = 2;

type Seller = Pick<SignedIn, 'id' | 'name' | 'admin'>;
type Approver = { id: number; name: string };

/**
 * An administrator approves one action of this seller, without a session of their own; or of an administrator, in a
 * closed month, where another one has to approve if there is one. Tries count as sign-ins, and an administrator with a
 * second factor gives its code. Throws what withCredentials throws and, after the right password, not_administrator.
 */
export async function approve(
  db: Db,
  { seller, ...at }: Codes & Pick<Attempt, 'address'> & { seller: Seller },
  body: BodyOf<typeof approvalEndpoints.approve>,
): Promise<Approval> {
  const { username: login, password, code, action, subject, request } = body;
  const refuse = (tx: Tx, account: Account | undefined, wrong?: 'password' | 'code') =>
    recordAudit(tx, seller, 'approval.refused', {
      subjectId: account?.id,
      after: { action, subject, ...(wrong === 'code' && { wrong_code: true }) },
    });
  return withCredentials<Approval>(
    db,
    { login, password, code, ...at, place: { kind: 'approvals', id: seller.id } },
    {
      refuse,
      accept: async (tx, account) => {
        const asked = { seller, action, subject, body: request };
        const lines = await linesOf(tx, asked);
        const nothing = action === 'difference' && lines.length === 0;
        const obstacle =
          whyNot(account) ??
          // The clock is nobody's own business.
          (action === 'clock' ? undefined : await ownApproval(tx, seller, account)) ??
          (nothing ? new Refusal('not_found') : undefined);
        if (obstacle) {
          await refuse(tx, account);
          return obstacle;
        }
        await sweepApprovals(tx);
        const token = newToken();
        const approved = {
          token_hash: hashToken(token),
          approved_by: account.id,
          request_hash: hashOf(asked, lines),
        };
        const expires = await insertApproval(tx, approved, APPROVAL_MINUTES);
        await recordAudit(tx, account, 'approval.given', {
          subjectId: seller.id,
          after: {
            ...{ action, subject, seller_id: seller.id, address: at.address },
            amount: amountOf(request, lines),
            ...(lines.length > 0 && { counts: lines.map(countInReais) }),
          },
        });
        return { approval: token, approved_by: account.name, expires_at: expires.toISOString() };
      },
    },
  );
}

/** Two people, where there are two: an administrator who is alone approves with the own password. */
async function ownApproval(tx: Tx, asker: Seller, { id }: Account): Promise<Refusal | undefined> {
  if (asker.id !== id || (await otherAdministrators(tx, id)).length === 0) return undefined;
  const detail = 'Aqui é preciso o login e a senha de outro administrador.';
  return new Refusal('not_administrator', { detail });
}

type Asked = {
  seller: { id: number; admin?: boolean };
  action: ApprovedAction;
  subject: number;
  body: object;
};

/** The lines by which a counted box is off: exactly this difference is approved, and no other. */
const linesOf = async (db: Db, { seller, action, subject }: Asked): Promise<CountLine[]> =>
  action === 'difference' ? countedLines(db, subject, seller) : [];

function hashOf({ seller, action, subject, body }: Asked, lines: readonly CountLine[]): Buffer {
  const whole = lines.length > 0 ? { ...body, counts: lines } : body;
  return requestHash({ by: seller.id, action, subject, body: whole });
}

/** A hash of everything that the approval is bound to. */
export const approvedHash = async (db: Db, asked: Asked): Promise<Buffer> =>
  hashOf(asked, await linesOf(db, asked));

/** The maker of a provisional password knows it too, so it proves nobody's consent. */
function whyNot(account: Account): Refusal | undefined {
  const { admin, must_change_password, second_factor_missing } = account;
  if (!admin) return new Refusal('not_administrator');
  if (second_factor_missing) {
    const detail = 'Este administrador precisa ligar o segundo fator em Perfil antes.';
    return new Refusal('not_administrator', { detail });
  }
  if (!must_change_password) return undefined;
  const detail = 'A senha deste administrador ainda é a provisória. É preciso trocá-la antes.';
  return new Refusal('not_administrator', { detail });
}

/** For the audit, in reais: what comes back, what is moved, or how far the lines of a count are off. */
function amountOf(request: ApprovedBody, lines: readonly CountLine[]): number {
  if ('total' in request) return request.total;
  if ('amount' in request) return request.amount;
  const amounts =
    'payments' in request
      ? request.payments.map(({ amount }) => centsFromReais(amount))
      : lines.map((line) => cents(Math.abs(differenceOf(line))));
  return reaisFromCents(sumCents(amounts));
}

/** With more, their names say less than the word. */
const MOST_NAMED = 3;
const either = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

/** An administrator who is alone gives the own password; else it says whose is needed. */
function closedFor(others: readonly string[]): string {
  const names = others.length <= MOST_NAMED ? `: ${either.format(others)}` : '';
  const whose = others.length === 0 ? 'a sua senha' : `a senha de outro administrador${names}`;
  return `O mês está fechado. Para mudá-lo é preciso um motivo e ${whose}.`;
}

/** The action that somebody is about to do. Its body may have the token of an approval. */
type Needed = {
  actor: Pick<SignedIn, 'id' | 'admin'>;
  action: ApprovedAction;
  /** The sale, the box, the closing of a month, or the sale ahead of the clock. */
  subject: number;
  body: ApprovedBody;
  /** It is of a month that is closed. */
  monthClosed: boolean;
};

/**
 * Uses up the approval of exactly this, in its own transaction, and returns who gave it. An administrator needs none,
 * unless the month is closed: null. Throws approval_required, month_closed and approval_ended.
 */
export async function takenApproval(
  tx: Tx,
  { actor, action, subject, body, monthClosed }: Needed,
): Promise<Approver | null> {
  if (actor.admin && !monthClosed) return null;
  if (body.approval === undefined) {
    if (!actor.admin) throw new Refusal('approval_required');
    throw new Refusal('month_closed', {
      detail: closedFor(await otherAdministrators(tx, actor.id)),
    });
  }
  const approver = await takeApproval(tx, {
    token_hash: hashToken(body.approval),
    request_hash: await approvedHash(tx, { seller: actor, action, subject, body }),
  });
  if (!approver) throw new Refusal('approval_ended');
  return approver;
}
