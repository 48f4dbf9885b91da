import type { AuditEntry } from '@balcao/contract/audit.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { AuditChanges } from './audit-changes.tsx';
import { kindOf } from './audit-kinds.ts';
import { actorOf, subjectOf } from './audit-words.ts';
import { formatInstant } from './format-instant.ts';

export const auditColumns: readonly DataColumn<AuditEntry>[] = [
  { header: 'Quando', width: '11.5rem', cell: ({ at }) => formatInstant(at) },
  { header: 'Quem', width: '11rem', cell: actorOf },
  {
    header: 'O que fez',
    width: '11.5rem',
    place: 'title',
    cell: ({ action }) => kindOf(action),
  },
  { header: 'Sobre', width: '13rem', cell: subjectOf },
  { header: 'Dados', place: 'line', cell: (entry) => <AuditChanges entry={entry} /> },
];
