import type { ProductSales } from '@balcao/contract/products/product-sales.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { whole } from '../../ui/counts.ts';
import { periodWords } from '../dashboard/period/dashboard-filter.ts';
import {
  type PrintedColumn,
  PrintedList,
  printedCode,
  printedFigure,
} from '../institution/printed.tsx';
import { type ProductRow, share } from './product-rows.ts';
import classes from './product-sales.module.css';
import type { ProductSalesFilter } from './product-sales-filter.ts';

type Props = {
  filter: ProductSalesFilter;
  /** The other filters, in words. */
  of: readonly string[];
  sales: ProductSales;
  rows: readonly ProductRow[];
};

const columnsOf = (total: ProductSales['total']): readonly PrintedColumn<ProductRow>[] => [
  {
    title: 'Produto',
    head: true,
    text: ({ size, name }) => <span className={size && classes.size}>{size ?? name}</span>,
  },
  printedCode,
  printedFigure('Qtd.', ({ units }) => whole(units), whole(total.units)),
  printedFigure('Líquido', ({ net }) => formatReais(net), formatReais(total.net)),
  printedFigure('Parte', ({ net }) => share(net, total.net)),
  printedFigure(
    'Qtd. um ano antes',
    (row) => whole(row.units_year_ago),
    whole(total.units_year_ago),
  ),
  printedFigure(
    'Um ano antes',
    ({ year_ago }) => formatReais(year_ago),
    formatReais(total.year_ago),
  ),
];

/** The list on A4, with letterhead: all of its rows, drawn when the page goes to the printer. */
export function PrintedSales({ filter, of, sales, rows }: Props) {
  const { total } = sales;
  return (
    <PrintedList
      heading="VENDAS POR PRODUTO"
      about={[`Período: ${periodWords(filter)}`, ...of]}
      columns={columnsOf(total)}
      rows={() => rows.flatMap((row) => [row, ...(row.sizes ?? [])])}
      foot="Total"
    />
  );
}
