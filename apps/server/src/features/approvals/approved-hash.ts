import type { ApprovedAction } from '@balcao/contract/accounts/approvals.ts';
import type { CountLine } from '@balcao/domain/box-count.ts';
import type { Db } from '../../database/connection.ts';
import { requestHash } from '../../request/request-hash.ts';
import { countedLines } from './approvals.repository.ts';

type Asked = { seller: { id: number }; action: ApprovedAction; subject: number; body: object };

/** The lines by which a counted box is off: exactly this difference is approved, and no other. */
export const linesOf = (
  db: Db,
  { seller, action, subject }: Omit<Asked, 'body'>,
): Promise<CountLine[]> =>
  action === 'difference' ? countedLines(db, subject, seller.id) : Promise.resolve([]);

/** `lines`: those of linesOf. */
export function hashOf(
  { seller, action, subject, body }: Asked,
  lines: readonly CountLine[],
): Buffer {
  const whole = lines.length > 0 ? { ...body, counts: lines } : body;
  return requestHash({ by: seller.id, action, subject, body: whole });
}

/** A hash of everything that the approval is bound to. */
export const approvedHash = async (db: Db, asked: Asked): Promise<Buffer> =>
  hashOf(asked, await linesOf(db, asked));
