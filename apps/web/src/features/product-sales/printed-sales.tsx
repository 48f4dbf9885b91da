import type { ProductSales } from '@balcao/contract/products/product-sales.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { timeNow } from '../../storage/server-clock.ts';
import { whole } from '../../ui/counts.ts';
import { PaperHead } from '../../ui/paper/paper-head.tsx';
import { PaperTable } from '../../ui/paper/paper-table.tsx';
import { usePrintedAt } from '../../ui/paper/tab/use-printed-at.ts';
import { periodWords } from '../dashboard/period/dashboard-filter.ts';
import { useInstitution } from '../institution/use-institution.ts';
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
  const institution = useInstitution();
  const printedAt = usePrintedAt();
  if (!institution) return null;
  const { total } = sales;
  const all = rows.flatMap((row) => [row, ...(row.sizes ?? [])]);
  return (
    <div className={classes.printOnly} data-numbered-pages>
      <PaperHead institution={institution} title="VENDAS POR PRODUTO">
        Período: {periodWords(filter)}
        {of.map((words) => (
          <span key={words}>
            <br />
            {words}
          </span>
        ))}
        <br />
        Emissão: {formatMoment(printedAt ?? timeNow())}
      </PaperHead>
      {printedAt && (
        <PaperTable
          label="Vendas por produto"
          columns={[
            { title: 'Produto', head: true },
            { title: 'Código' },
            { title: 'Qtd.', figures: true },
            { title: 'Líquido', figures: true },
            { title: 'Parte', figures: true },
            { title: 'Qtd. um ano antes', figures: true },
            { title: 'Um ano antes', figures: true },
          ]}
          rows={all.map((row) => ({
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
          }))}
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
      )}
    </div>
  );
}
