import type { ListedClosing } from '@balcao/contract/closings.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/business-day.ts';
import { ActionIcon, Flex } from '@mantine/core';
import { IconAlertTriangle, IconPrinter } from '@tabler/icons-react';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { formatTotal } from '../../ui/paper/reais.ts';
import { changeOf } from './closing-change.ts';

export function closingColumns(onPrint: (closing: ListedClosing) => void) {
  return [
    { header: 'Data', width: '8rem', cell: ({ date }) => formatDay(date as BusinessDay) },
    { header: 'Vendedor', place: 'title', cell: (closing) => <Seller closing={closing} /> },
    {
      header: 'Valor Vendido',
      width: '11rem',
      place: 'amount',
      cell: ({ total_final }) => formatTotal(total_final),
    },
    {
      header: 'Fechamento',
      width: '8rem',
      place: 'action',
      cell: (closing) => (
        <ActionIcon
          variant="subtle"
          aria-label={`Fechamento de ${closing.seller_name} em ${formatDay(closing.date as BusinessDay)}`}
          onClick={() => onPrint(closing)}
        >
          <IconPrinter size={18} aria-hidden />
        </ActionIcon>
      ),
    },
  ] satisfies DataColumn<ListedClosing>[];
}

function Seller({ closing }: { closing: ListedClosing }) {
  const change = changeOf(closing);
  return (
    <>
      {closing.seller_name}
      {change && (
        <Flex component="span" gap={6} c="var(--warning-text)" fz="xs" fw={400}>
          <IconAlertTriangle size={15} style={{ flex: 'none', marginTop: 1 }} aria-hidden />
          {change}
        </Flex>
      )}
    </>
  );
}
