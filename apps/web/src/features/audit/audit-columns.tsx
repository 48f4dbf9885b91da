import type { AuditEntry } from '@balcao/contract/audit.ts';
import { kindOf } from '@balcao/domain/audit/actions.ts';
import { actorOf, subjectOf } from '@balcao/domain/audit/entry.ts';
import { changesOf, type FieldChange, formatInstant } from '@balcao/domain/audit/fields.ts';
import { Anchor, Flex, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';

export const auditColumns: readonly DataColumn<AuditEntry>[] = [
  { header: 'Quando', width: '11.5rem', cell: ({ at }) => formatInstant(at) },
  { header: 'Quem', width: '11rem', cell: actorOf },
  {
    header: 'O que fez',
    width: '11.5rem',
    place: 'title',
    cell: ({ action }) => kindOf(action),
  },
  { header: 'Sobre', width: '13rem', cell: (entry) => <Subject entry={entry} /> },
  { header: 'Dados', place: 'line', cell: (entry) => <AuditChanges entry={entry} /> },
];

/** A sale opens from here, also one that is deleted. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { action, subject_id } = entry;
  if (!action.startsWith('sale.') || !subject_id) return subjectOf(entry);
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link {...props} to={paths.sales} search={{ sale: subject_id }} />}
    >
      {subjectOf(entry)}
    </Anchor>
  );
}

export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return entry.before && entry.after ? 'Nada mudou' : null;
  return (
    <Flex component="ul" wrap="wrap" gap="0 14px" m={0} p={0} style={{ listStyle: 'none' }}>
      {changes.map((change) => (
        <li key={change.label}>
          <Text span inherit c="dimmed">
            {change.label}:
          </Text>{' '}
          <Values {...change} />
        </li>
      ))}
    </Flex>
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
