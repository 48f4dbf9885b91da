import type { AuditEntry } from '@balcao/contract/audit.ts';
import { changesOf, type FieldChange } from './audit-fields.ts';
import classes from './audit-page.module.css';

export function AuditChanges({ entry }: { entry: AuditEntry }) {
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
