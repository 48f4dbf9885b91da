import type { Backups } from '@balcao/contract/shop/backups.ts';
import type { ReadBackups } from '../../backup/automatic/backup-state.ts';
import type { Schedule } from '../../backup/automatic/daily-backup.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';

export type BackupsParts = {
  db: Db;
  state: ReadBackups;
  /** Absent where the server makes no backups. */
  byHand: Pick<Schedule, 'makeNow' | 'progress'> | undefined;
};

export async function readBackups({ state: read, byHand }: BackupsParts): Promise<Backups> {
  // First, so that a backup that ends meanwhile is in the state.
  const { step = null, refused } = byHand?.progress() ?? {};
  const { state, last, failure } = await read(true);
  return {
    state: byHand ? state : 'off',
    last: last ? { at: last.takenAt.toISOString(), bytes: last.bytes } : null,
    failure: failure?.reason ?? refused ?? null,
    step,
  };
}

/** Begins a backup unless one is under way, and does not wait for it. */
export async function requestBackup(
  parts: BackupsParts,
  actor: Pick<SignedIn, 'id' | 'name'>,
): Promise<Backups> {
  const { db, byHand } = parts;
  if (byHand && !byHand.progress().step) {
    await inTransaction(db, (tx) => recordAudit(tx, actor, 'backup.requested'));
    byHand.makeNow();
  }
  return readBackups(parts);
}
