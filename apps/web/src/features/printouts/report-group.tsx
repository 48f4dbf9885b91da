import { formatCents } from '@balcao/domain/money.ts';
import type { SellerGroup } from '@balcao/domain/period-report.ts';
import { memo } from 'react';
import type { ReportRow } from './report-row.ts';
import classes from './report-sheet.module.css';

/** A part of a group that renders in a few milliseconds. */
export const ROWS_AT_ONCE = 100;

const COLUMNS = ['Matrícula', 'Nome', 'Mês/Ano', 'Produtos', 'Pago', 'Forma Pagto'];

type Props = {
  group: SellerGroup<ReportRow>;
  /** How many parts of it are to be there. */
  parts: number;
};

/** A seller's sales. The head is repeated on each page that the table runs over. */
export const ReportGroup = memo(function ReportGroup({ group, parts }: Props) {
  const all = Math.ceil(group.sales.length / ROWS_AT_ONCE);
  return (
    <table className={classes.group}>
      <colgroup>
        {COLUMNS.map((column) => (
          <col key={column} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th colSpan={COLUMNS.length} scope="colgroup" className={classes.seller}>
            {group.sellerName}
          </th>
        </tr>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {Array.from({ length: Math.min(parts, all) }, (_, part) => (
        // Parts are only ever added.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Part key={part} sales={group.sales} from={part * ROWS_AT_ONCE} />
      ))}
      {parts >= all && (
        <tbody className={classes.total}>
          <tr>
            <th colSpan={3} scope="row">
              Total
            </th>
            <td colSpan={2}>{formatCents(group.total)}</td>
            <td />
          </tr>
        </tbody>
      )}
    </table>
  );
});

type PartProps = { sales: readonly ReportRow[]; from: number };

const Part = memo(function Part({ sales, from }: PartProps) {
  return (
    <tbody>
      {sales.slice(from, from + ROWS_AT_ONCE).map((sale) => (
        <tr key={sale.id}>
          <td>{sale.registration}</td>
          <td>{sale.client}</td>
          <td>{sale.month}</td>
          <td>{sale.products}</td>
          <td>{sale.paid}</td>
          <td>{sale.methods}</td>
        </tr>
      ))}
    </tbody>
  );
});
