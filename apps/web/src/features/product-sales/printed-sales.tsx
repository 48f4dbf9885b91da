import type { ProductSales } from '@balcao/contract/products/product-sales.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { whole } from '../../ui/counts.ts';
import { periodWords } from '../dashboard/period/dashboard-filter.ts';
import { PrintedList } from '../institution/printed.tsx';
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

/** The list on A4, with letterhead: all of its rows, drawn when the page goes to the printer. */
export function PrintedSales({ filter, of, sales, rows }: Props) {
  const { total } = sales;
  const all = rows.flatMap((row) => [row, ...(row.sizes ?? [])]);
  return (
    <PrintedList
      heading="VENDAS POR PRODUTO"
      about={[`Período: ${periodWords(filter)}`, ...of]}
      columns={[
        { title: 'Produto', head: true },
        { title: 'Código', code: true },
        { title: 'Qtd.', figures: true },
        { title: 'Líquido', figures: true },
        { title: 'Parte', figures: true },
        { title: 'Qtd. um ano antes', figures: true },
        { title: 'Um ano antes', figures: true },
      ]}
      rows={() =>
        all.map((row) => ({
          cells: [
            <span key={row.id} className={row.size && classes.size}>
              {row.size ?? row.name}
            </span>,
            row.code,
            whole(row.units),
            formatReais(row.net),
            share(row.net, total.net),
            whole(row.units_year_ago),
            formatReais(row.year_ago),
          ],
        }))
      }
      foot={[
        [
          'Total',
          whole(total.units),
          formatReais(total.net),
          '',
          whole(total.units_year_ago),
          formatReais(total.year_ago),
        ],
      ]}
    />
  );
}
