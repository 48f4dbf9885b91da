import type { Tx } from '../../database/connection.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { isPasswordNoted } from './known-password.repository.ts';

/**
 * Records that somebody knew the password of an account and gave no code: who saw it typed, or its owner, whose
 * phone is still in the pocket. Once per address and hour, until a code has followed.
 */
export async function noteKnownPassword(
  tx: Tx,
  account: { id: number; name: string },
  address: string,
): Promise<void> {
  if (await isPasswordNoted(tx, account.id, address)) return;
  await recordAudit(tx, {
    actor: account,
    action: 'session.code_missing',
    subjectId: account.id,
    after: { address },
  });
}
