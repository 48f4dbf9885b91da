import { kindOf } from '@balcao/domain/audit/actions.ts';
import { actorOf } from '@balcao/domain/audit/entry.ts';
import { formatInstant } from '@balcao/domain/audit/field-formats.ts';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { AuditChanges } from './audit-columns.tsx';
import { AUDIT_KEY } from './audit-filter.ts';

/** The audit of one sale, for administrators. */
export function SaleAudit({ sale }: { sale: number }) {
  const list = useQuery({
    queryKey: [...AUDIT_KEY, 'sale', sale],
    queryFn: ({ signal }) =>
      call('listAudit', { query: { sale: `${sale}`, page_size: 100 }, signal }),
    staleTime: 0,
    meta: { failure: 'The audit of the sale could not be loaded' },
  });
  return (
    <section aria-label="Auditoria da venda">
      <Text fw={600} mt="lg">
        Auditoria
      </Text>
      <LoadNotice query={list} failed="A auditoria não pôde ser carregada." />
      {list.isPending && <Skeleton height={40} mt="xs" />}
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {list.data?.results.map((entry) => (
          <Text
            component="li"
            key={entry.id}
            size="sm"
            mt="xs"
            style={{ overflowWrap: 'anywhere' }}
          >
            <strong>{kindOf(entry.action)}</strong>
            <Text span inherit c="dimmed">
              {' · '}
              {formatInstant(entry.at)} · {actorOf(entry)}
            </Text>
            <AuditChanges entry={entry} />
          </Text>
        ))}
      </ul>
    </section>
  );
}
