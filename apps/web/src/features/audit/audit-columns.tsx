import type { AuditEntry } from '@balcao/contract/audit.ts';
import { Flex, Text } from '@mantine/core';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { kindOf } from './audit-action-words.ts';
import { changesOf, type FieldChange, formatInstant } from './audit-fields.ts';

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
    <Flex component="ul" wrap="wrap" gap="0 14px" m={0} p={0} style={{ listStyle: 'none' }}>
      {changes.map((change) => (
        <li key={change.label}>
          <Text span inherit c="gray.7">
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

/** What an administrator was asked to approve. */
const APPROVED: Record<string, string> = {
  refund: 'Devolução da venda',
  exchange: 'Troca da venda',
  payments: 'Correção de pagamento da venda',
  withdrawal: 'Sangria do caixa',
  difference: 'Diferença do caixa',
};

/** Returns the name of the actor. Nobody was signed in if the entry has none. */
export function actorOf({ actor_name, action }: AuditEntry): string {
  if (actor_name !== null) return actor_name;
  if (action === 'session.refused') return 'Desconhecido';
  return /^client\.(exported|anonymised)$/.test(action) ? 'Operador do servidor' : 'Sistema';
}

/** Returns the subject of an entry; '' if it is the actor. */
export function subjectOf(entry: AuditEntry): string {
  const { action, subject_id, person, actor_id } = entry;
  const fields = entry.after ?? entry.before ?? {};
  const [noun] = action.split('.');
  switch (noun) {
    case 'sale':
      return `Venda nº ${subject_id}${person && fields.seller_id !== actor_id ? `, de ${person}` : ''}`;
    case 'correction':
      return `Comprovante nº ${subject_id}, da venda nº ${fields.sale}`;
    case 'approval':
      return `${APPROVED[`${fields.action}`] ?? fields.action} nº ${fields.subject}`;
    case 'box':
      return action === 'box.closed'
        ? `Caixa de ${person ?? 'vendedor desconhecido'}`
        : `Caixa nº ${subject_id}${person ? `, de ${person}` : ''}`;
    case 'product':
    case 'payment_method':
      return String(entry.before?.name ?? fields.name ?? `nº ${subject_id}`);
    case 'user':
      return String(entry.before?.name ?? fields.name ?? person ?? `nº ${subject_id}`);
    case 'client':
      return `Cliente nº ${subject_id}`;
    case 'student':
      return `Aluno nº ${subject_id}`;
    default:
      return subject_id === actor_id ? '' : (person ?? '');
  }
}
