import type { AuditEntry, auditEndpoints } from '@balcao/contract/audit.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { periodOf } from '../../request/business-period.ts';
import { auditPage, insertAuditEvent, insertAuditEvents } from './audit.repository.ts';

/** The user who acted; null if nobody was signed in. */
export type Actor = { readonly id: number; readonly name: string } | null;

export type AuditEvent = {
  actor: Actor;
  action: AuditAction;
  subjectId: number | null;
  /** The subject's fields; never a CPF, a password or a token. */
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  /** Defaults to now; sample shops have a past. */
  at?: Date | undefined;
};

/** Records a change and returns the id of its event; `db` is the transaction of the change. */
export function recordAudit(
  db: Db,
  actor: Actor,
  action: AuditAction,
  { subjectId = null, ...fields }: Partial<Omit<AuditEvent, 'actor' | 'action'>> = {},
): Promise<number> {
  return insertAuditEvent(db, rowOf({ actor, action, subjectId, ...fields }));
}

/** The same for many changes at once. Returns the ids in their order. */
export function recordAudits(db: Db, events: readonly Omit<AuditEvent, 'at'>[]): Promise<number[]> {
  return insertAuditEvents(db, events.map(rowOf));
}

function rowOf(event: AuditEvent) {
  const json = (fields: AuditEvent['before']) => (fields ? JSON.stringify(fields) : null);
  return {
    actor_id: event.actor?.id ?? null,
    actor_name: event.actor?.name ?? null,
    action: event.action,
    subject_id: event.subjectId,
    before: json(event.before),
    after: json(event.after),
    ...(event.at && { at: event.at }),
  };
}

/** One page of the audit, newest first. Throws invalid_day. */
export async function listAudit(
  db: Db,
  query: QueryOf<typeof auditEndpoints.listAudit>,
): Promise<Page<AuditEntry>> {
  const slice = sliceOf(query);
  const { user, kind, sale } = query;
  const filter = {
    ...(user?.trim() && { user: user.trim() }),
    ...(kind && { action: kind }),
    ...(sale && { saleId: Number(sale) }),
    ...periodOf(query),
  };
  const { rows, count } = await auditPage(db, filter, slice);
  const entries = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  return pageOf(entries, count, slice);
}
