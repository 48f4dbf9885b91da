import type { Correction } from '@balcao/contract/corrections.ts';
import type { Institution } from '@balcao/contract/institution.ts';
import type { Statement } from '@balcao/contract/people.ts';
import type { Sale } from '@balcao/contract/sales.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { type Cents, cents, formatCents } from '@balcao/domain/money.ts';
import { statementSums } from '@balcao/domain/statement.ts';
import { PrintPage } from '../../../ui/paper/print-page.tsx';
import { SchoolLogo } from '../../../ui/paper/school-logo.tsx';
import { correctionRow, inOrder, type ReportRow, reportRow } from '../../reports/report-row.ts';
import type { Kind } from '../people.queries.ts';
import { shownName, shownNumber, wordsOf } from '../people-words.ts';
import type { StatementAddress } from './statement-address.ts';
import classes from './statement-sheet.module.css';

type Props = { address: StatementAddress; statement: Statement; institution: Institution };

/** Sales, returns and corrections in the order of a cash book, and their sums. */
export function StatementSheet({ address, statement, institution }: Props) {
  const { kind, startDate, endDate } = address;
  const { person } = statement;
  const sales = statement.sales.map((sale) => ({ ...reportRow(sale), products: itemsOf(sale) }));
  const corrections = statement.corrections.map(correctionRow);
  const rows = inOrder([...sales, ...corrections]);
  const companions = new Map([
    ...statement.sales.map((sale) => [`sale ${sale.id}`, companionOf(kind, sale)] as const),
    ...statement.corrections.map(
      (made) => [`correction ${made.id}`, companionOfCorrection(kind, made)] as const,
    ),
  ]);
  return (
    <PrintPage title={`Extrato ${shownName(person)}`}>
      {/* Focusable, so that the keyboard can scroll a table wider than the screen. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <article className={classes.sheet} aria-label="Extrato" tabIndex={0}>
        <header className={classes.head}>
          <div>
            <p>Emissão: {formatDay(new Date())}</p>
            <h1>Extrato</h1>
            <p>
              {shownName(person)}
              {!person.anonymised &&
                ` · ${wordsOf[kind].number} ${shownNumber(kind, person.number)}`}
            </p>
            <p>
              Período: {formatDay(startDate as BusinessDay)} a {formatDay(endDate as BusinessDay)}
            </p>
          </div>
          <SchoolLogo school={institution.institutions[0]} alt="" />
        </header>
        {rows.length === 0 ? (
          <p className={classes.empty}>Nenhuma venda neste período.</p>
        ) : (
          <Rows kind={kind} rows={rows} companions={companions} />
        )}
        <Sums sums={statementSums(sales, corrections)} />
      </article>
    </PrintPage>
  );
}

const itemsOf = ({ products_data }: Sale) =>
  products_data
    .map(({ quantity, product_info }) => `${quantity} × ${product_info.name}`)
    .join(', ');

/** With a minus sign instead of a hyphen, at which a line would break. */
const shown = (amount: Cents) => formatCents(amount).replace('-', '−');

/** Who bought for the student, or for whom the client bought. */
const companionOf = (kind: Kind, { student_data, client_data }: Sale) =>
  kind === 'client' ? student_data?.name || student_data?.registration || '' : client_data.name;

const companionOfCorrection = (kind: Kind, { student_name, client_name }: Correction) =>
  (kind === 'client' ? student_name : client_name) ?? '';

type RowsProps = {
  kind: Kind;
  rows: readonly ReportRow[];
  companions: ReadonlyMap<string, string>;
};

function Rows({ kind, rows, companions }: RowsProps) {
  return (
    <table className={classes.rows} aria-label="Vendas e devoluções">
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col">Nº</th>
          <th scope="col">Produtos</th>
          <th scope="col">{kind === 'client' ? 'Aluno' : 'Cliente'}</th>
          <th scope="col">Pagamento</th>
          <th scope="col">Valor</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td>{formatDay(new Date(row.createdAt))}</td>
            <td>{row.key.startsWith('sale') && row.id}</td>
            <td>{row.products}</td>
            <td>{companions.get(row.key)}</td>
            <td>{row.methods}</td>
            <td>{shown(row.totalGeneral)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sums({ sums }: { sums: ReturnType<typeof statementSums> }) {
  return (
    <table className={classes.sums} aria-label="Totais">
      <tbody>
        <tr>
          <th scope="row">Comprado</th>
          <td>{shown(sums.bought)}</td>
        </tr>
        {sums.returned > 0 && (
          <tr>
            <th scope="row">Devolvido</th>
            <td>{shown(cents(-sums.returned))}</td>
          </tr>
        )}
        {sums.byMethod.map(({ method, amount }) => (
          <tr key={method} className={classes.method}>
            <th scope="row">{method}</th>
            <td>{shown(amount)}</td>
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row">Total</th>
          <td>{shown(sums.total)}</td>
        </tr>
      </tbody>
    </table>
  );
}
