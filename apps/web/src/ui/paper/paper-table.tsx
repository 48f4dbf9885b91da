import type { ReactNode } from 'react';
import classes from './paper-table.module.css';

export type Fact = readonly [label: string, value: ReactNode];

/** What a paper or a dialog is about. */
export function Facts({ of }: { of: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type Column = {
  /** The table has a head if its columns have titles. */
  title?: string;
  /** Its cells name their rows. */
  head?: true;
  /** On one decimal line, at the right. */
  figures?: true;
  /** A code, which stays on one line beside long names. */
  code?: true;
  /** On a roll it takes a line of its own: above or below the others, or with its title before it. */
  roll?: 'above' | 'below' | 'titled';
  /** On a roll, beside the cell. */
  before?: string;
  after?: string;
};

export type PaperRow = {
  cells: readonly ReactNode[];
  mark?: 'quiet' | 'off' | undefined;
};

type Props = {
  columns: readonly Column[];
  rows: readonly PaperRow[];
  /** Rows of sums; the first cell is as wide as the columns that have none. */
  foot?: readonly (readonly ReactNode[])[];
  /** Stands above the table. */
  title?: string | undefined;
  label?: string | undefined;
  /** In place of the usual look. */
  className?: string | undefined;
};

/** A table of a paper or a dialog. On a roll its rows take as many lines as its columns say. */
export function PaperTable(props: Props) {
  const { columns, rows, foot = [], title, label, className = classes.table } = props;
  const stacked = columns.some(({ roll }) => roll);
  return (
    <table className={className} aria-label={label} data-stacked={stacked || undefined}>
      {title && <caption>{title}</caption>}
      {columns.some((column) => column.title) && (
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                data-code={column.code}
                data-figures={column.figures}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ cells, mark }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a paper never change
          <tr key={index} data-mark={mark}>
            {columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do its columns
              <Cell key={at} column={column}>
                {cells[at]}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      {foot.length > 0 && (
        <tfoot>
          {foot.map(([what, ...sums], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              <th scope="row" colSpan={columns.length - sums.length}>
                {what}
              </th>
              {sums.map((sum, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={at}>{sum}</td>
              ))}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  );
}

function Cell({ column, children }: { column: Column; children: ReactNode }) {
  const { title, head, code, figures, roll, after } = column;
  const before = roll === 'titled' ? title : column.before;
  const marks = {
    'data-code': code,
    'data-figures': figures,
    'data-cell': roll,
    'data-before': before,
    'data-after': after,
  };
  return head ? (
    <th scope="row" {...marks}>
      {children}
    </th>
  ) : (
    <td {...marks}>{children}</td>
  );
}

/** What, and the amount as it is shown. */
export type Sum = readonly [what: string, amount: ReactNode, mark?: 'quiet'];

type SumsProps = { of: readonly Sum[]; total?: Sum | undefined; title?: string; label?: string };

const SUM_COLUMNS: readonly Column[] = [{ head: true }, { figures: true }];

/** Amounts under each other; the last may be their total. */
export function Sums({ of, total, title, label }: SumsProps) {
  return (
    <PaperTable
      title={title}
      label={label}
      columns={SUM_COLUMNS}
      rows={of.map(([what, amount, mark]) => ({ cells: [what, amount], mark }))}
      {...(total && { foot: [total.slice(0, 2)] })}
    />
  );
}

/** The amount that the paper is about. */
export function Total({ of: [what, amount] }: { of: Sum }) {
  return (
    <p className={classes.total}>
      <span>{what}</span> <b>{amount}</b>
    </p>
  );
}
