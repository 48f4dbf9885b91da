import type { AuditEntry } from '@balcao/contract/audit.ts';
import { kindOf } from '@balcao/contract/fields/audit-action-words.ts';
import { actorOf, subjectOf } from '@balcao/contract/fields/audit-entry-words.ts';
import {
  changesOf,
  type FieldChange,
  formatInstant,
} from '@balcao/contract/fields/audit-fields.ts';
import { Flex, Text } from '@mantine/core';
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
  { header: 'Sobre', width: '13rem', cell: subjectOf },
  { header: 'Dados', place: 'line', cell: (entry) => <AuditChanges entry={entry} /> },
];

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
