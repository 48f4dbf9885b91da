import { formatCents } from '@balcao/domain/money.ts';
import type { SellerGroup } from '@balcao/domain/period-report.ts';
import { type CSSProperties, memo } from 'react';
import * as roles from '../../ui/lists/table-roles.ts';
import tables from '../../ui/paper/paper-table.module.css';
import classes from './report.module.css';
import type { ReportRow } from './report-row.ts';

/** The rows of one part; it renders in a few milliseconds. */
export const ROWS_AT_ONCE = 100;

const COLUMNS = [
  { title: 'Matrícula', width: '25mm' },
  { title: 'Nome', width: '37mm' },
  { title: 'Mês/Ano', width: '18mm' },
  { title: 'Produtos' },
  { title: 'Pago', width: '24mm' },
  { title: 'Forma Pagto', width: '27mm' },
];
/** The widths for the grid that replaces the table on the screen. */
const GRID = { '--columns': COLUMNS.map(({ width = '1fr' }) => width).join(' ') } as CSSProperties;

type Props = {
  group: SellerGroup<ReportRow>;
  /** The number of parts to render. */
  parts: number;
};

/** The sales of one seller, and the corrections they made. Paper repeats the head on each page of the table. */
export const SellerSales = memo(function SellerSales({ group, parts }: Props) {
  const all = Math.ceil(group.rows.length / ROWS_AT_ONCE);
  return (
    <table {...roles.table} className={`${tables.table} ${classes.group}`} style={GRID}>
      <colgroup>
        {COLUMNS.map(({ title, width }) => (
          <col key={title} style={{ width }} />
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
          {COLUMNS.map(({ title }) => (
            <th key={title} {...roles.columnheader} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {Array.from({ length: Math.min(parts, all) }, (_, part) => (
        // Parts never move: they are only added.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Part key={part} rows={group.rows} from={part * ROWS_AT_ONCE} />
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

type PartProps = { rows: readonly ReportRow[]; from: number };

const Part = memo(function Part({ rows, from }: PartProps) {
  return (
    <tbody {...roles.rowgroup}>
      {rows.slice(from, from + ROWS_AT_ONCE).map((row) => (
        <tr key={row.key} {...roles.row}>
          <td {...roles.cell}>{row.registration}</td>
          <td {...roles.cell}>{row.client}</td>
          <td {...roles.cell}>{row.month}</td>
          <td {...roles.cell}>{row.products}</td>
          <td {...roles.cell}>{row.paid}</td>
          <td {...roles.cell}>{row.methods}</td>
        </tr>
      ))}
    </tbody>
  );
});
