import type { AuditEntry } from '@balcao/contract/audit.ts';
import type { AuditAction } from '@balcao/contract/audit-actions.ts';
import type { Page } from '@balcao/contract/page.ts';
import { type BusinessDay, parseBusinessDay } from '@balcao/domain/business-day.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { Refusal } from '../../request/refusal.ts';
import { auditPage } from './audit-list.repository.ts';

type AuditQuery = {
  page?: string;
  page_size?: string;
  user?: string;
  kind?: AuditAction;
  startDate?: string;
  endDate?: string;
};

/** What happened, newest first. Throws invalid_day. */
export async function listAudit(db: Db, query: AuditQuery): Promise<Page<AuditEntry>> {
  const slice = sliceOf(query);
  const { user, kind, startDate, endDate } = query;
  const filter = {
    ...(user?.trim() && { user: user.trim() }),
    ...(kind && { action: kind }),
    ...(startDate !== undefined && { from: realDay(startDate, 'querystring/startDate') }),
    ...(endDate !== undefined && { to: realDay(endDate, 'querystring/endDate') }),
  };
  const { rows, count } = await auditPage(db, filter, slice);
  const entries = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  return pageOf(entries, count, slice);
}

function realDay(text: string, field: string): BusinessDay {
  const day = parseBusinessDay(text);
  if (!day) throw new Refusal('invalid_day', { field });
  return day;
}
