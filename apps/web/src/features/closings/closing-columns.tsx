import type { ListedClosing } from '@balcao/contract/closings.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { ActionIcon, Flex } from '@mantine/core';
import { IconAlertTriangle, IconPrinter } from '@tabler/icons-react';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { formatTotal } from './slip/closing-slip.ts';

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

type Changes = Pick<ListedClosing, 'sales_added' | 'sales_deleted' | 'current_total'>;

/** Describes the changes to a day's sales after its closing; undefined if there are none. */
export function changeOf({ sales_added, sales_deleted, current_total }: Changes) {
  const parts = [
    sales_added > 0 && counted(sales_added, 'venda nova', 'vendas novas'),
    sales_deleted > 0 && counted(sales_deleted, 'venda excluída', 'vendas excluídas'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return undefined;
  return `Depois do fechamento: ${parts.join(' e ')}. O dia soma agora ${formatReais(current_total)}.`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
