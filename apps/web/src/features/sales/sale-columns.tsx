import type { ListedSale, Sale } from '@balcao/contract/sales/sales.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { recordedDay, recordedMoment, recordedTime } from '@balcao/domain/dates/recorded.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { MarkedClient, SaleAmount, studentOf } from './sale-mark.tsx';

type Actions = {
  onPrint: (sale: ListedSale) => void;
  onDelete: (sale: ListedSale) => void;
  isRemoving: (sale: ListedSale) => boolean;
  /** The list is searched by client or student: who the parent bought for stands with the sale. */
  showStudent: boolean;
};

export function saleColumns(actions: Actions): DataColumn<ListedSale>[] {
  const { onPrint, onDelete, isRemoving, showStudent } = actions;
  return [
    {
      header: 'Data',
      orders: ['-date', 'date'],
      width: '7rem',
      cell: (sale) => recordedDay(sale.created_at),
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
      width: '9rem',
      place: 'amount',
      cell: (sale) => <SaleAmount sale={sale} />,
    },
    {
      header: 'Recibo',
      // Two lines where the window is narrow.
      width: 'clamp(7.5rem, 17vw, 12.5rem)',
      place: 'noted-action',
      cell: (sale) => (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            aria-label={`Imprimir recibo da venda ${sale.id}`}
            onClick={() => onPrint(sale)}
          >
            <IconPrinter size={18} aria-hidden />
          </ActionIcon>
          <span>
            <NumberAndTime sale={sale} />
            {showStudent && <StudentLine sale={sale} />}
          </span>
        </Group>
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

/** Deleted sales have no receipt, and can be deleted no more. */
export const deletedSaleColumns: DataColumn<ListedSale>[] = [
  {
    header: 'Data',
    orders: ['-date', 'date'],
    width: '11rem',
    cell: (sale) => (
      <>
        {recordedDay(sale.created_at)} <NumberAndTime sale={sale} />
      </>
    ),
  },
  {
    header: 'Cliente',
    orders: ['client', '-client'],
    place: 'title',
    cell: ({ client_data }) => client_data.name,
  },
  {
    header: 'Vendedor',
    orders: ['seller', '-seller'],
    cell: (sale) => shownSeller(sale.seller_data.name),
  },
  {
    header: 'Excluída',
    cell: ({ deleted }) => deleted && `${recordedMoment(deleted.at)} por ${deleted.by}`,
  },
  {
    header: 'Valor',
    orders: ['-total', 'total'],
    width: '9rem',
    place: 'amount',
    cell: ({ total_general }) => (
      <Text inherit span td="line-through" c="dimmed">
        {formatReais(total_general)}
      </Text>
    ),
  },
];

function StudentLine({ sale }: { sale: Sale }) {
  const student = studentOf(sale);
  return (
    student && (
      <Text component="span" display="block" size="xs" c="dimmed">
        aluno: {student}
      </Text>
    )
  );
}

function NumberAndTime({ sale }: { sale: Sale }) {
  return (
    <Text span inherit c="dimmed" className="money">
      {sale.id > 0 && <span style={{ whiteSpace: 'nowrap' }}>nº {sale.id} ·</span>}{' '}
      {recordedTime(sale.created_at)}
    </Text>
  );
}
