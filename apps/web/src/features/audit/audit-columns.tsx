import type { AuditEntry } from '@balcao/contract/audit.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { changesOf, type FieldChange } from './audit-fields.ts';
import { kindOf } from './audit-kinds.ts';
import classes from './audit-page.module.css';
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

function AuditChanges({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return entry.before && entry.after ? 'Nada mudou' : null;
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change.label}>
          <span className={classes.field}>{change.label}:</span> <Values {...change} />
        </li>
      ))}
    </ul>
  );
}

function Values({ before, after }: FieldChange) {
  if (before === undefined || after === undefined) return after ?? before;
  return (
    <>
      de {before} para <strong>{after}</strong>
    </>
  );
}
