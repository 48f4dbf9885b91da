import type { Sale } from '@balcao/contract/sales.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { formatDay, formatTime } from '@balcao/domain/dates/business-day.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { ActionIcon, Text } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { MarkedClient, SaleAmount } from './sale-mark.tsx';

type Actions = {
  onPrint: (sale: Sale) => void;
  onDelete: (sale: Sale) => void;
  isRemoving: (sale: Sale) => boolean;
};

export function saleColumns({ onPrint, onDelete, isRemoving }: Actions): DataColumn<Sale>[] {
  return [
    {
      header: 'Data',
      orders: ['-date', 'date'],
      // Two lines where the window is narrow.
      width: 'clamp(9rem, 18.2vw, 15.5rem)',
      cell: (sale) => <DateAndNumber sale={sale} />,
    },
    { header: 'CPF', width: '9.5rem', cell: (sale) => formatCpf(sale.client_data.cpf) },
    {
      header: 'Cliente',
      orders: ['client', '-client'],
      place: 'title',
      cell: (sale) => <MarkedClient sale={sale} />,
    },
    {
      header: 'Vendedor',
      orders: ['seller', '-seller'],
      cell: (sale) => shownSeller(sale.seller_data.name),
    },
    {
      header: 'Valor',
      orders: ['-total', 'total'],
      width: '10rem',
      place: 'amount',
      cell: (sale) => <SaleAmount sale={sale} />,
    },
    {
      header: 'Recibo',
      width: '5rem',
      place: 'action',
      cell: (sale) => (
        <ActionIcon
          variant="subtle"
          aria-label={`Imprimir recibo da venda ${sale.id}`}
          onClick={() => onPrint(sale)}
        >
          <IconPrinter size={18} aria-hidden />
        </ActionIcon>
      ),
    },
    {
      header: 'Excluir',
      hideHeader: true,
      width: '60px',
      place: 'action',
      cell: (sale) => (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Excluir venda ${sale.id}`}
          loading={isRemoving(sale)}
          onClick={() => onDelete(sale)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      ),
    },
  ];
}

function DateAndNumber({ sale }: { sale: Sale }) {
  const at = new Date(sale.created_at);
  return (
    <>
      {formatDay(at)}{' '}
      <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {formatTime(at)} · nº {sale.id}
      </Text>
    </>
  );
}
