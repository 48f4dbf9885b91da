import type { CountedProduct, WholeCount } from '@balcao/contract/stock/counts.ts';
import { formatTime } from '@balcao/domain/dates/business-day.ts';
import { type Cents, centsFromReais, formatCents, sumCents } from '@balcao/domain/money.ts';
import { Checkbox, Group, Paper, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { whole } from '../../../ui/counts.ts';
import { type DataColumn, DataTable } from '../../../ui/lists/data-table.tsx';
import { useFirstRows } from '../../../ui/lists/pager/use-first-rows.tsx';
import {
  PrintButton,
  PrintedList,
  printedFigure,
  printedProduct,
} from '../../institution/printed.tsx';
import { figureColumn, productColumn } from '../product-columns.tsx';

type CountRow = CountedProduct & { id: number };

type Props = { count: WholeCount; differences: boolean };

/** What was counted, the newest first; or how it differs from what there should be. */
export function CountRows({ count, differences }: Props) {
  const labelId = useId();
  const [onlyThose, setOnlyThose] = useState(true);
  const all = count.rows.map((row): CountRow => ({ ...row, id: row.product }));
  const rows = differences
    ? all.filter((row) => !onlyThose || differenceOf(row) !== 0).sort(byWorth)
    : all
        .filter(({ counted }) => counted !== null)
        .sort((a, b) => `${b.counted_at}`.localeCompare(`${a.counted_at}`));
  const { first, more } = useFirstRows(rows);
  return (
    <>
      {differences && (
        <>
          <PrintedList
            heading="DIFERENÇAS DA CONTAGEM"
            about={[count.name]}
            columns={printedOf(formatCents(worthOf(rows)))}
            rows={() => rows}
            foot="A preço de venda"
          />
          <Group gap="6px 20px" mb="sm" className="screen-only">
            <Text>
              Diferença a preço de venda: <b className="money">{formatCents(worthOf(all))}</b>
            </Text>
            <Checkbox
              label="Só o que difere ou não foi contado"
              checked={onlyThose}
              onChange={(event) => setOnlyThose(event.currentTarget.checked)}
            />
            <PrintButton />
          </Group>
        </>
      )}
      <Paper withBorder className="screen-only" style={{ overflow: 'clip' }}>
        <span id={labelId} className="visually-hidden">
          {differences ? 'Diferenças' : 'Produtos contados'}
        </span>
        {rows.length === 0 ? (
          <Text c="dimmed" p="md">
            {differences ? 'Nada difere.' : 'Nada contado ainda.'}
          </Text>
        ) : (
          <DataTable labelledBy={labelId} rows={first} columns={columnsOf(differences)} />
        )}
        {more}
      </Paper>
    </>
  );
}

/** null where one of the two is not known. */
const differenceOf = ({ counted, expected }: CountedProduct): number | null =>
  counted === null || expected === null ? null : counted - expected;

const worthOf = (rows: readonly CountRow[]): Cents =>
  sumCents(rows.map((row) => (centsFromReais(row.price) * (differenceOf(row) ?? 0)) as Cents));

/** What differs most comes first, what nobody counted last. */
const byWorth = (a: CountRow, b: CountRow) =>
  Number(a.counted === null) - Number(b.counted === null) ||
  Math.abs(worthOf([b])) - Math.abs(worthOf([a])) ||
  a.name.localeCompare(b.name, 'pt-BR', { numeric: true });

const COUNTED = 'Contadas';
const countedWords = ({ counted }: CountRow) => (counted === null ? 'não contado' : whole(counted));
type Figure = readonly [title: string, text: (row: CountRow) => string];
const EXPECTED: Figure = [
  'Esperadas',
  ({ expected }) => (expected === null ? '—' : whole(expected)),
];
const DIFFERENCE: Figure = [
  'Diferença',
  (row) => {
    const difference = differenceOf(row);
    return difference === null ? '—' : `${difference > 0 ? '+' : ''}${whole(difference)}`;
  },
];

/** `worth`: of all differences. */
const printedOf = (worth: string) => [
  ...printedProduct,
  printedFigure(COUNTED, countedWords),
  printedFigure(...EXPECTED),
  printedFigure(...DIFFERENCE, worth),
];

const columnsOf = (differences: boolean): DataColumn<CountRow>[] => [
  productColumn,
  { header: COUNTED, width: '8rem', place: 'amount', cell: countedWords },
  ...(differences
    ? [EXPECTED, DIFFERENCE].map(([title, text]) => figureColumn(title, '8rem', text))
    : []),
  {
    header: 'Quem',
    width: '14rem',
    cell: ({ by, counted_at }) =>
      counted_at && `${by.join(', ')}, ${formatTime(new Date(counted_at))}`,
  },
];
