import type { AuditEntry } from '@balcao/contract/audit.ts';
import { kindOf } from '@balcao/domain/audit/actions.ts';
import { actorOf, subjectOf } from '@balcao/domain/audit/entry.ts';
import { changesOf, type FieldChange } from '@balcao/domain/audit/fields.ts';
import { listAudit } from '../audit/audit.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, tableOf } from './file/table.ts';
import { readList } from './read-list.ts';

/** The words of the screen. */
const columns: Column<AuditEntry>[] = [
  { title: 'Quando', kind: 'moment', value: ({ at }) => new Date(at) },
  { title: 'Quem', kind: 'text', value: actorOf },
  { title: 'O que fez', kind: 'text', value: ({ action }) => kindOf(action) },
  { title: 'Assunto', kind: 'text', value: subjectOf },
  { title: 'Dados', kind: 'text', value: (entry) => changesOf(entry).map(worded).join('; ') },
];

function worded({ label, before, after }: FieldChange): string {
  const isEdit = before !== undefined && after !== undefined;
  return `${label}: ${isEdit ? `de ${before} para ${after}` : (after ?? before)}`;
}

export const auditList: ExportedList = {
  title: 'Auditoria',
  filters: ['user', 'about', 'kind', 'startDate', 'endDate'],
  personal: ['about'],
  open: async (db, filter) => {
    const read = (slice: object) => listAudit(db, { ...filter, ...slice });
    return tableOf(columns, await readList(read, { pageSize: 1_000 }));
  },
};
