import type { AuditEntry, auditEndpoints } from '@balcao/contract/audit.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import { type AuditAction, actionsOf } from '@balcao/domain/audit/actions.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { periodOf } from '../../request/business-period.ts';
import {
  type Actor,
  type AuditedFields,
  auditPage,
  insertAuditEvents,
} from './audit.repository.ts';
import type { AuditNoun, AuditSought } from './audit-sought.repository.ts';

export type { Actor } from './audit.repository.ts';
/** Records many changes of one kind. */
export { insertAuditEvents as recordAudits } from './audit.repository.ts';

/** Records a change and returns the id of its event; `db` is the transaction of the change. */
export async function recordAudit(
  db: Db,
  actor: Actor,
  action: AuditAction,
  fields: AuditedFields = {},
): Promise<number> {
  return (await insertAuditEvents(db, actor, action, [fields]))[0] as number;
}

/** One page of the audit, newest first. Throws invalid_day. */
export async function listAudit(
  db: Db,
  query: QueryOf<typeof auditEndpoints.listAudit>,
): Promise<Page<AuditEntry>> {
  const slice = sliceOf(query);
  const { user, kind, about, sale } = query;
  const filter = {
    ...(user?.trim() && { user: user.trim() }),
    ...(kind && { actions: actionsOf(kind) }),
    ...(about?.trim() && { about: soughtIn(about) }),
    ...(sale && { saleId: Number(sale) }),
    ...periodOf(query),
  };
  const { rows, count } = await auditPage(db, filter, slice);
  const entries = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  return pageOf(entries, count, slice);
}

const NAMED = /^(venda|cliente|aluno|produto|usuário) nº (\d{1,9})$/i;
const NOUNS: Record<string, AuditNoun> = {
  venda: 'sale',
  cliente: 'client',
  aluno: 'student',
  produto: 'product',
  usuário: 'user',
};

/** What the list writes under “Assunto” names one subject; other words are a name, digits the number of a sale too. */
function soughtIn(typed: string): AuditSought {
  const text = typed.trim();
  const [, word = '', id] = NAMED.exec(text) ?? [];
  const noun = NOUNS[word.toLowerCase()];
  if (noun) return { noun, id: Number(id) };
  return { text, ...(/^\d{1,9}$/.test(text) && { number: Number(text) }) };
}
