import { formatReais } from '@balcao/domain/money.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { whole } from '../../ui/counts.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { FigureLink } from '../../ui/lists/figure-link.tsx';
import { type ProductRow, share } from './product-rows.ts';
import classes from './product-sales.module.css';
import { entriesOf } from './product-sales.queries.ts';
import type { ProductSalesFilter } from './product-sales-filter.ts';

type Given = {
  filter: ProductSalesFilter;
  yearAgo: { startDate: string; endDate: string };
  total: number;
  opened: ReadonlySet<number>;
};

export const productColumns = ({
  filter,
  yearAgo,
  total,
  opened,
}: Given): DataColumn<ProductRow>[] => [
  {
    header: 'Produto',
    place: 'title',
    orders: ['name', '-name'],
    cell: (row) => <Name row={row} isOpened={opened.has(row.id)} />,
  },
  {
    header: 'Qtd.',
    width: '6rem',
    place: 'figure',
    orders: ['-units', 'units'],
    cell: ({ units }) => <Figure unit="un.">{whole(units)}</Figure>,
  },
  {
    header: 'Líquido',
    width: '10rem',
    place: 'amount',
    orders: ['-net', 'net'],
    cell: (row) => <Entries filter={filter} period={filter} row={row} amount={row.net} />,
  },
  {
    header: 'Parte',
    width: '6rem',
    place: 'figure',
    cell: ({ net }) => <Figure>{share(net, total)}</Figure>,
  },
  {
    header: 'Um ano antes',
    width: '14rem',
    place: 'figure',
    orders: ['-year_ago', 'year_ago'],
    cell: (row) => (
      <span className={classes.before}>
        <span className={classes.onPhone}>antes </span>
        <span className={classes.quiet}>{whole(row.units_year_ago)} un. · </span>
        <Entries filter={filter} period={yearAgo} row={row} amount={row.year_ago} />
      </span>
    ),
  },
];

function Name({ row, isOpened }: { row: ProductRow; isOpened: boolean }) {
  if (row.size) {
    return (
      <span className={classes.size}>
        {row.size} <span className={classes.quiet}>{row.code}</span>
      </span>
    );
  }
  const Icon = isOpened ? IconChevronDown : IconChevronRight;
  return (
    <>
      {row.sizes && <Icon size={16} aria-hidden className={classes.chevron} />}
      {row.name}{' '}
      <span className={classes.quiet}>{row.sizes ? `${row.sizes.length} tamanhos` : row.code}</span>
    </>
  );
}

const Figure = ({ unit, children }: { unit?: string; children: string }) => (
  <span className={classes.figure}>
    {children}
    {unit && <span className={classes.onPhone}> {unit}</span>}
  </span>
);

type EntriesProps = {
  filter: ProductSalesFilter;
  period: { startDate: string; endDate: string };
  row: ProductRow;
  amount: number;
};

/** A product's sum leads to what adds up to it; a model's has no list of its own. */
function Entries({ filter, period, row, amount }: EntriesProps) {
  const text = formatReais(amount);
  const entries =
    row.sizes || amount === 0 ? undefined : entriesOf(filter, period, { product: row.id });
  return <FigureLink of={entries}>{text}</FigureLink>;
}
