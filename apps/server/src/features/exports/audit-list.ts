import type { AuditEntry } from '@balcao/contract/audit.ts';
import { kindOf } from '@balcao/domain/audit/actions.ts';
import { actorOf, subjectOf } from '@balcao/domain/audit/entry.ts';
import { changesOf, type FieldChange } from '@balcao/domain/audit/fields.ts';
import { listAudit } from '../audit/audit.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, moment, tableOf, text } from './file/table.ts';
import { readList } from './read-list.ts';

/** The words of the screen. */
const columns: Column<AuditEntry>[] = [
  moment('Quando', ({ at }) => new Date(at)),
  text('Quem', actorOf),
  text('O que fez', ({ action }) => kindOf(action)),
  text('Assunto', subjectOf),
  text('Dados', (entry) => changesOf(entry).map(worded).join('; ')),
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
