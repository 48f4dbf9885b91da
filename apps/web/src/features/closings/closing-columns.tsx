import type { BoxCount, ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import { recordedDay } from '@balcao/domain/dates/recorded.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { ActionIcon, Button, Flex, Text } from '@mantine/core';
import { IconAlertTriangle, IconPrinter } from '@tabler/icons-react';
import { counted } from '../../ui/counts.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { FigureLink } from '../../ui/lists/figure-link.tsx';
import { differenceWords } from '../cash-box/box-words.ts';
import { FloatSum } from '../cash-box/float-sum.tsx';
import { figureOfCount } from './slip/closing-figures.ts';
import { formatTotal } from './slip/closing-slip.ts';

type Column = DataColumn<ListedClosing>;
type Again = {
  run: (closing: ListedClosing) => void;
  isRunning: (closing: ListedClosing) => boolean;
};

/** `boxes`: some of the rows are counted boxes. `again` closes a day whose sales changed since. */
export function closingColumns(
  onPrint: (closing: ListedClosing) => void,
  boxes: boolean,
  again: Again,
) {
  return [
    { header: 'Data', width: '8rem', cell: ({ date }) => recordedDay(date) },
    { header: 'Vendedor', place: 'title', cell: (closing) => <Seller {...{ closing, again }} /> },
    ...(boxes ? boxColumns : []),
    {
      header: 'Valor Vendido',
      width: '11rem',
      place: 'amount',
      cell: ({ id, closed_at, total_final }) => (
        // A server that does not say when it closed knows no entries.
        <FigureLink of={closed_at ? { closing: id } : undefined}>
          {formatTotal(total_final)}
        </FigureLink>
      ),
    },
    {
      header: 'Fechamento',
      width: '8rem',
      place: 'action',
      cell: (closing) => (
        <ActionIcon
          variant="subtle"
          aria-label={`Fechamento de ${closing.seller_name} em ${recordedDay(closing.date)}${closing.box ? `, caixa nº ${closing.box.number}` : ''}`}
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
  { header: 'Fundo', width: '10rem', cell: ({ box }) => box && <FloatSum box={box} /> },
  { header: 'Diferença', width: '14rem', cell: (closing) => <Difference closing={closing} /> },
];

function Difference({ closing }: { closing: ListedClosing }) {
  if (!closing.box) return null;
  const { counts, reason, approved_by } = closing.box;
  const off = counts.filter(({ difference }) => difference !== 0);
  const figure = (count: BoxCount) => figureOfCount(closing.id, closing, count);
  return (
    <>
      {off.length === 0 && 'confere'}
      {off.map((count) => (
        <Text key={count.method} span inherit display="block" fw={600}>
          {counts.length > 1 && `${count.method}: `}
          <FigureLink of={figure(count)}>{differenceWords(count.difference)}</FigureLink>
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

function Seller({ closing, again }: { closing: ListedClosing; again: Again }) {
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
      {/* A counted box is closed once: its count can't be made again. */}
      {change && !closing.box && (
        <Button
          size="compact-xs"
          variant="default"
          mt={4}
          aria-label={`Fechar de novo o caixa de ${closing.seller_name} em ${recordedDay(closing.date)}`}
          loading={again.isRunning(closing)}
          onClick={() => again.run(closing)}
        >
          Fechar de novo
        </Button>
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
