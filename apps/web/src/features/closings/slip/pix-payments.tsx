import type { PixPayment } from '@balcao/contract/shop/pix.ts';
import { formatTime } from '@balcao/domain/dates/business-day.ts';
import { formatReais, sumReais } from '@balcao/domain/money.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { counted } from '../../../ui/counts.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { type Column, PaperTable } from '../../../ui/paper/paper-table.tsx';
import { pixQuery } from '../../institution/institution.queries.ts';

/** The Pix payments of a closing, on request. `closingId`: closings stored by older versions have none. */
export function usePixPayments(closingId: number | undefined) {
  const [wanted, setWanted] = useState(false);
  const { data: shop } = useQuery({ ...pixQuery, enabled: closingId !== undefined });
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['pix-payments', closingId],
    queryFn: ({ signal }) =>
      call('listPixPayments', { params: { id: closingId as number }, signal }),
    enabled: wanted && closingId !== undefined,
    // A closing never changes.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: 'The Pix payments could not be loaded' },
  });
  if (!shop?.pix || closingId === undefined) return { payments: undefined, tools: null };
  const tools = data ? null : (
    <>
      {isError && (
        <Say rank="refusal" place="field">
          Os pagamentos Pix não puderam ser carregados.
        </Say>
      )}
      <Button
        variant="default"
        loading={isFetching}
        onClick={() => {
          if (wanted) void refetch();
          setWanted(true);
        }}
      >
        Listar pagamentos Pix
      </Button>
    </>
  );
  return { payments: data, tools };
}

const COLUMNS: readonly Column[] = [
  { title: 'Hora' },
  { title: 'Venda', before: 'nº ' },
  { title: 'Pix (identificador no extrato)', roll: 'below' },
  { title: 'Valor', figures: true },
];

/** To be compared with the bank's statement, line by line: with the change that was given for a Pix. */
export function PixPayments({ payments }: { payments: readonly PixPayment[] }) {
  const sum = (of: 'amount' | 'net') =>
    formatReais(sumReais(payments.map((payment) => payment[of])));
  const [received, kept] = [sum('amount'), sum('net')];
  const count = counted(payments.length, 'pagamento Pix', 'pagamentos Pix');
  return (
    <PaperTable
      label="Pagamentos Pix"
      columns={COLUMNS}
      rows={payments.map(({ sale, at, txid, amount }) => ({
        cells: [
          formatTime(new Date(at)),
          sale,
          txid ?? 'devolução ou correção',
          formatReais(amount),
        ],
      }))}
      foot={[
        [count, received],
        ...(kept === received ? [] : [['Sem o troco, como no fechamento', kept]]),
      ]}
    />
  );
}
