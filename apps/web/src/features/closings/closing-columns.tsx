import type { ListedClosing } from '@balcao/contract/closings.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { ActionIcon, Flex, Text } from '@mantine/core';
import { IconAlertTriangle, IconPrinter } from '@tabler/icons-react';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { differenceWords } from '../cash-box/box-words.ts';
import { formatTotal } from './slip/closing-slip.ts';

type Column = DataColumn<ListedClosing>;

/** `boxes`: some of the rows are counted boxes. */
export function closingColumns(onPrint: (closing: ListedClosing) => void, boxes: boolean) {
  return [
    { header: 'Data', width: '8rem', cell: ({ date }) => formatDay(date as BusinessDay) },
    { header: 'Vendedor', place: 'title', cell: (closing) => <Seller closing={closing} /> },
    ...(boxes ? boxColumns : []),
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
          aria-label={`Fechamento de ${closing.seller_name} em ${formatDay(closing.date as BusinessDay)}${closing.box ? `, caixa nº ${closing.box.number}` : ''}`}
          onClick={() => onPrint(closing)}
        >
          <IconPrinter size={18} aria-hidden />
        </ActionIcon>
      ),
    },
  ] satisfies Column[];
}

const boxColumns: readonly Column[] = [
  { header: 'Caixa', width: '6rem', cell: ({ box }) => box && `nº ${box.number}` },
  { header: 'Fundo', width: '8rem', cell: ({ box }) => box && formatReais(box.float) },
  { header: 'Diferença', width: '14rem', cell: (closing) => <Difference closing={closing} /> },
];

function Difference({ closing }: { closing: ListedClosing }) {
  if (!closing.box) return null;
  const { counts, reason, approved_by } = closing.box;
  const off = counts.filter(({ difference }) => difference !== 0);
  return (
    <>
      {off.length === 0 && 'confere'}
      {off.map(({ method, difference }) => (
        <Text key={method} span inherit display="block" fw={600}>
          {counts.length > 1 && `${method}: `}
          {differenceWords(difference)}
        </Text>
      ))}
      {reason && (
        <Text span display="block" fz="xs" c="dimmed">
          {reason}
        </Text>
      )}
      {approved_by && (
        <Text span display="block" fz="xs" c="dimmed">
          autorizada por {approved_by}
        </Text>
      )}
    </>
  );
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

type Changes = Pick<
  ListedClosing,
  'sales_added' | 'sales_deleted' | 'corrections_added' | 'current_total' | 'box'
>;

/** Describes the changes to the sales of a day or a box after its closing; undefined if there are none. */
export function changeOf(changes: Changes) {
  const { sales_added, sales_deleted, corrections_added, current_total, box } = changes;
  const parts = [
    sales_added > 0 && counted(sales_added, 'venda nova', 'vendas novas'),
    sales_deleted > 0 && counted(sales_deleted, 'venda excluída', 'vendas excluídas'),
    corrections_added > 0 &&
      counted(corrections_added, 'devolução ou correção', 'devoluções ou correções'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return undefined;
  return `Depois do fechamento: ${listed(parts)}. O ${box ? 'caixa' : 'dia'} soma agora ${formatReais(current_total)}.`;
}

const listed = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' e ');

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
