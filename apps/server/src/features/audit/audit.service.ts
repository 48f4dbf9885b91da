import type { AuditAction } from '@balcao/contract/audit-actions.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { insertAuditEvent } from './audit.repository.ts';

/** Who did it; null where nobody was signed in. */
export type Actor = { readonly id: number; readonly name: string } | null;

export type AuditEvent = {
  actor: Actor;
  action: AuditAction;
  subjectId: number | null;
  /** The subject's fields; never a CPF, a password or a token. */
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  /** When it happened; unset: now. Sample shops have a past. */
  at?: Date | undefined;
};

/** Adds the row of a change, in the change's own transaction. */
export async function recordAudit(db: Db | Tx, event: AuditEvent): Promise<void> {
  const text = (fields: AuditEvent['before']) => (fields ? JSON.stringify(fields) : null);
  await insertAuditEvent(db, {
    actor_id: event.actor?.id ?? null,
    actor_name: event.actor?.name ?? null,
    action: event.action,
    subject_id: event.subjectId,
    before: text(event.before),
    after: text(event.after),
    ...(event.at && { at: event.at }),
  });
}
