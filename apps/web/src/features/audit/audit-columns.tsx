import type { AuditEntry } from '@balcao/contract/audit.ts';
import { kindOf } from '@balcao/domain/audit/actions.ts';
import { actorOf, subjectKindOf, subjectOf } from '@balcao/domain/audit/entry.ts';
import { formatInstant } from '@balcao/domain/audit/field-formats.ts';
import { changesOf, type FieldChange } from '@balcao/domain/audit/fields.ts';
import { Anchor, Flex, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';

export const auditColumns: readonly DataColumn<AuditEntry>[] = [
  { header: 'Quando', width: '11.5rem', cell: ({ at }) => formatInstant(at) },
  { header: 'Quem', width: '11rem', cell: (entry) => <Actor entry={entry} /> },
  {
    header: 'O que fez',
    width: '11.5rem',
    place: 'title',
    cell: ({ action }) => kindOf(action),
  },
  { header: 'Assunto', width: '13rem', cell: (entry) => <Subject entry={entry} /> },
  { header: 'Dados', place: 'line', cell: (entry) => <AuditChanges entry={entry} /> },
];

/** The name of the person who did it, as a link to the user while there is one. */
function Actor({ entry }: { entry: AuditEntry }) {
  return <LinkTo target={entry.actor_key && usersWith(entry.actor_key)}>{actorOf(entry)}</LinkTo>;
}

/** A sale opens from here, also one that is deleted; a person's page, or the list with the product or the user. */
function Subject({ entry }: { entry: AuditEntry }) {
  const kind = subjectKindOf(entry);
  const { subject_key: key } = entry;
  return <LinkTo target={kind && key && targets[kind](key)}>{subjectOf(entry)}</LinkTo>;
}

const listed = (to: string) => (search: string) => ({ to, search: { search } });
const usersWith = listed(paths.users);
export const targets = {
  sale: (key: string) => ({ to: paths.sales, search: { sale: Number(key) } }),
  product: listed(paths.products),
  material_list: listed(paths.materialLists),
  payment_method: listed(paths.paymentMethods),
  user: usersWith,
  client: (id: string) => ({ to: paths.client, params: { id } }),
  student: (id: string) => ({ to: paths.student, params: { id } }),
};

type Target = { to: string; search?: object; params?: object } | '' | null | undefined;

export function LinkTo({ target, children }: { target: Target; children: string }) {
  if (!target || children === '') return children;
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} {...target} />}>
      {children}
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
