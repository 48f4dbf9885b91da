import { formatCents } from '@balcao/domain/money.ts';
import type { SellerGroup } from '@balcao/domain/period-report.ts';
import { memo } from 'react';
import * as roles from '../../ui/lists/table-roles.ts';
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
    <table {...roles.table} className={classes.group}>
      <colgroup>
        {COLUMNS.map((column) => (
          <col key={column} />
        ))}
      </colgroup>
      <thead {...roles.rowgroup}>
        <tr {...roles.row}>
          <th
            {...roles.columnheader}
            colSpan={COLUMNS.length}
            scope="colgroup"
            className={classes.seller}
          >
            {group.sellerName}
          </th>
        </tr>
        <tr {...roles.row}>
          {COLUMNS.map((column) => (
            <th key={column} {...roles.columnheader} scope="col">
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
        <tbody {...roles.rowgroup} className={classes.total}>
          <tr {...roles.row}>
            <th {...roles.rowheader} colSpan={3} scope="row">
              Total
            </th>
            <td {...roles.cell} colSpan={2}>
              {formatCents(group.total)}
            </td>
            <td {...roles.cell} />
          </tr>
        </tbody>
      )}
    </table>
  );
});

type PartProps = { sales: readonly ReportRow[]; from: number };

const Part = memo(function Part({ sales, from }: PartProps) {
  return (
    <tbody {...roles.rowgroup}>
      {sales.slice(from, from + ROWS_AT_ONCE).map((sale) => (
        <tr key={sale.id} {...roles.row}>
          <td {...roles.cell}>{sale.registration}</td>
          <td {...roles.cell}>{sale.client}</td>
          <td {...roles.cell}>{sale.month}</td>
          <td {...roles.cell}>{sale.products}</td>
          <td {...roles.cell}>{sale.paid}</td>
          <td {...roles.cell}>{sale.methods}</td>
        </tr>
      ))}
    </tbody>
  );
});
