import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import type { Connection } from '../database/connection.ts';

/** The rules of the comparison with the bank a second time: pair by pair and in plain SQL, easy to read and slow. */

export type Payment = {
  sale: number;
  correction: number | null;
  day: string;
  minute: number;
  amount: number;
  undone: boolean;
  txid: string | null;
};
export type Line = { day: string; minute: number | null; amount: number; txid: string | null } & {
  is: 'pix' | 'reversal' | 'sent' | 'card';
  of?: Payment;
  isOther?: boolean;
};

const MINUTES = 24 * 60;
const dayNumber = (day: string) => Date.parse(day) / 86_400_000;
export const minuteOf = (day: string, time: string) =>
  dayNumber(day) * MINUTES + Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const byTime = (a: Line, b: Line) =>
  a.day.localeCompare(b.day) || (a.minute ?? 0) - (b.minute ?? 0);

/** How far a line is from a payment of its amount; null for too far. Minutes are nearer than any number of days. */
function apart(line: Line, payment: Payment, isReturn: boolean): number | null {
  const days = dayNumber(line.day) - dayNumber(payment.day);
  if (isReturn) return days === -1 ? 99 : days >= 0 && days <= 7 ? days : null;
  if (line.minute === null) return days >= 0 && days <= 3 ? 1e6 + days : null;
  const minutes = Math.abs(line.minute - payment.minute);
  return minutes <= 120 ? minutes : null;
}

/** By identifier, else the nearest pair of all there can be, one after the other. */
export function join(lines: readonly Line[], payments: readonly Payment[], isReturn = false): void {
  for (const payment of payments) {
    const named = lines.filter(({ txid, of }) => txid !== null && txid === payment.txid && !of);
    const line = named.find(({ amount }) => amount === payment.amount) ?? named[0];
    if (line) line.of = payment;
  }
  const pairs = payments.flatMap((payment) =>
    lines.flatMap((line) => {
      const far = apart(line, payment, isReturn);
      const isPair = line.amount === payment.amount && line.txid === null && far !== null;
      return isPair ? [{ line, payment, far }] : [];
    }),
  );
  for (const { line, payment } of pairs.sort((a, b) => a.far - b.far)) {
    if (!line.of && !lines.some(({ of }) => of === payment)) line.of = payment;
  }
}

type Bank = Pick<Connection, 'pool'>;
const rowsOf = async <Row>(pool: Bank['pool'], text: string, ...values: unknown[]) =>
  (await pool.query(text, values)).rows as Row[];

const DAY = `(created_at AT TIME ZONE 'America/Sao_Paulo')::date`;
const MINUTE = `floor(extract(epoch FROM created_at AT TIME ZONE 'America/Sao_Paulo') / 60)::integer`;

/** The Pix of the sales of a period: those of the sale, then those that a correction named besides. */
export async function pixOf({ pool }: Bank, from: string, to: string): Promise<Payment[]> {
  type Row = Omit<Payment, 'undone' | 'txid' | 'correction'> & {
    id: number;
    net: number;
    deleted: boolean;
    key: string;
    line: number;
  };
  const paid = await rowsOf<Row>(
    pool,
    `SELECT s.id AS sale, ${DAY}::text AS day, ${MINUTE} AS minute, idempotency_key AS key, line,
      deleted_at IS NOT NULL AS deleted, amount_cents AS amount, net_cents AS net
    FROM sales s JOIN sale_payments p ON p.sale_id = s.id
    WHERE p.method_name = 'Pix' AND ${DAY} BETWEEN $1 AND $2 ORDER BY created_at, s.id, line`,
    ...[from, to],
  );
  const named = await rowsOf<{
    sale: number;
    id: number;
    nets: number[];
    day: string;
    minute: number;
  }>(
    pool,
    `SELECT s.id AS sale, c.id, ${DAY.replace('created', 's.created')}::text AS day,
      ${MINUTE.replace('created', 's.created')} AS minute,
      array(SELECT net_cents::integer FROM correction_payments
        WHERE correction_id = c.id AND method_name = 'Pix' AND net_cents > 0 ORDER BY line) AS nets
    FROM corrections c JOIN sales s ON s.id = c.sale_id WHERE c.kind = 'payments'
      AND (s.created_at AT TIME ZONE 'America/Sao_Paulo')::date BETWEEN $1 AND $2 ORDER BY c.id`,
    ...[from, to],
  );
  const left = new Map(named.map(({ sale, nets }) => [sale, nets]));
  const ofSales = paid.map(({ sale, day, minute, amount, net, deleted, key, line }): Payment => {
    // Without a correction all of them stand; with one, those that it names again.
    const nets = left.get(sale);
    const again = nets?.indexOf(net) ?? 0;
    if (again >= 0) nets?.splice(again, 1);
    const undone = deleted || again < 0;
    return { sale, correction: null, day, minute, amount, undone, txid: pixTxid(key, line) };
  });
  const besides = named.flatMap(({ sale, id, nets, day, minute }) =>
    nets.map((amount) => ({
      sale,
      correction: id,
      day,
      minute,
      amount,
      undone: false,
      txid: null,
    })),
  );
  return [...ofSales, ...besides].sort((a, b) => a.minute - b.minute || a.sale - b.sale);
}

export const returnsOf = ({ pool }: Bank, from: string, to: string) =>
  rowsOf<Payment>(
    pool,
    `SELECT c.sale_id AS sale, c.id AS correction, ${DAY}::text AS day, ${MINUTE} AS minute,
      -net_cents AS amount, false AS undone, NULL AS txid
    FROM corrections c JOIN correction_payments p ON p.correction_id = c.id
    WHERE kind <> 'payments' AND method_name = 'Pix' AND net_cents < 0 AND ${DAY} BETWEEN $1 AND $2
    ORDER BY created_at, c.id, line`,
    ...[from, to],
  );

/** What cards should bring, of the days on which they took anything. */
export const cardsOf = ({ pool }: Bank, from: string, to: string) =>
  rowsOf<{ day: string; expected: number }>(
    pool,
    `WITH lines AS (
      SELECT method_name AS method, ${DAY} AS day, net_cents AS net FROM sales s
        JOIN sale_payments ON sale_id = s.id WHERE deleted_at IS NULL
      UNION ALL
      SELECT method_name, ${DAY}, net_cents FROM corrections c
        JOIN correction_payments ON correction_id = c.id
    ), taken AS (
      SELECT method, day, sum(net) AS gross FROM lines
      WHERE method LIKE 'Cartão%' AND day BETWEEN $1::date - 60 AND $2 GROUP BY 1, 2 HAVING sum(net) <> 0)
    SELECT settles::date::text AS day, sum(net)::integer AS expected FROM (
      SELECT gross - floor(gross * 1.99 / 100 + 0.5) AS net,
        (SELECT d FROM generate_series(day + 1, day + 9, interval '1 day') AS d
          WHERE extract(isodow FROM d) < 6 ORDER BY d OFFSET 1 LIMIT 1) AS settles
      FROM taken WHERE method LIKE '%débito'
      UNION ALL
      SELECT gross - floor(gross * 3.50 / 100 + 0.5),
        (SELECT d FROM generate_series(day + 30, day + 33, interval '1 day') AS d
          WHERE extract(isodow FROM d) < 6 ORDER BY d LIMIT 1)
      FROM taken WHERE method LIKE '%crédito') AS paid
    WHERE settles BETWEEN $1 AND $2 GROUP BY settles ORDER BY 1`,
    ...[from, to],
  );

/** Whether another line is the payment that this one looks like. */
export const isTwice = (line: Line, lines: readonly Line[], isReturn: boolean): boolean =>
  lines.some(({ of, txid, amount, day }) => {
    const near = Math.abs(dayNumber(day) - dayNumber(line.day)) <= 7;
    const alike = isReturn ? near && amount === line.amount : txid !== null && txid === line.txid;
    return of !== undefined && alike;
  });

/** Rows of state, sale, correction, amount of the shop, and day and amount of the bank. */
export function compared(
  lines: readonly Line[],
  payments: readonly Payment[],
  isReturn: boolean,
  covered: (day: string) => boolean,
) {
  const ofShop = payments.flatMap((payment) => {
    const line = lines.find(({ of }) => of === payment);
    if (payment.undone && !line) return [];
    const alone = covered(payment.day) ? 'missing' : 'uncovered';
    const met = line?.amount === payment.amount ? 'found' : 'differs';
    const state = payment.undone ? 'undone' : line ? met : alone;
    return [[state, payment.sale, payment.correction, payment.amount, line?.day, line?.amount]];
  });
  const ofBank = lines.flatMap((line) => {
    if (line.of) return [];
    const unknown = isTwice(line, lines, isReturn) ? 'double' : 'unknown';
    const state = line.isOther ? 'not_ours' : line.is === 'reversal' ? line.is : unknown;
    return [[state, null, null, null, line.day, line.amount]];
  });
  const rows = [...ofShop, ...ofBank].map((row) => row.map((cell) => cell ?? null));
  const sums = Object.fromEntries(
    [...Map.groupBy(rows, ([state]) => `${state}`)].map(([state, of]) => {
      const sum = (cell: number) => of.reduce((all, row) => all + Number(row[cell]), 0);
      return [state, [of.length, state === 'undone' ? 0 : sum(3), sum(5)]];
    }),
  );
  return { rows: rows.map((row) => JSON.stringify(row)).sort(), sums };
}
