import type { PaymentKey } from '@balcao/contract/bank.ts';
import { type BankLine, RETURN_DAYS } from '@balcao/domain/bank/match-pix.ts';
import type { PixState } from '@balcao/domain/bank/pix-states.ts';
import type { Movement } from '@balcao/domain/bank/same-movement.ts';
import { initialsOf } from '@balcao/domain/bank/short-memo.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { rowOf, rowsOf } from '../../database/rows.ts';
import type { Tables } from '../../database/tables.ts';

export type BankLineRow = Pick<
  Selectable<Tables['bank_lines']>,
  'id' | 'day' | 'time' | 'amount_cents' | 'memo' | 'how' | 'not_ours'
>;

const lineColumns = sql<BankLineRow>`id, day, time, amount_cents, memo, how, not_ours`;

type BankLineKind = Selectable<Tables['bank_lines']>['kind'];

/** Any number: changes of the bank's lines run one after the other. */
const LOCK = 20_230_001;

export async function lockBank(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

export type KeptLine = Movement & Pick<Selectable<Tables['bank_lines']>, 'id'>;

/** What is kept of some days of an account, and lines with one of these identifiers wherever they are. */
export async function keptLines(
  tx: Tx,
  { from, to, account }: Period & { account: string },
  endToEnds: readonly string[],
): Promise<KeptLine[]> {
  return rowsOf<KeptLine>(tx)`
    SELECT id, account, kind, day, time, amount_cents AS amount, txid, end_to_end, memo FROM bank_lines
    WHERE (account = ${account} AND day BETWEEN ${from} AND ${to})
      OR end_to_end = ANY (${[...endToEnds]}::text[])
    ORDER BY day, time NULLS FIRST, id`;
}

/** Whether the same file was read for the same days and account. */
export async function hasSameStatement(
  tx: Tx,
  of: Pick<
    Selectable<Tables['bank_statements']>,
    'first_day' | 'last_day' | 'account' | 'digest' | 'shows_sent'
  >,
): Promise<boolean> {
  const found = await tx
    .selectFrom('bank_statements')
    .select('id')
    .where((is) => is.and(of))
    .limit(1)
    .execute();
  return found.length > 0;
}

export type NewLine = Pick<
  Insertable<Tables['bank_lines']>,
  'account' | 'kind' | 'day' | 'time' | 'amount_cents' | 'txid' | 'end_to_end' | 'memo'
>;

/** With its lines, of which some are here already. Returns its id. */
export async function insertStatement(
  tx: Tx,
  statement: Insertable<Tables['bank_statements']>,
  known: readonly number[],
  added: readonly NewLine[],
): Promise<number> {
  const { id } = await tx
    .insertInto('bank_statements')
    .values(statement)
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    WITH made AS (
      INSERT INTO bank_lines (account, kind, day, time, amount_cents, txid, end_to_end, memo)
      SELECT * FROM json_to_recordset(${JSON.stringify(added)}::json) AS line (account text, kind text,
        day date, time text, amount_cents integer, txid text, end_to_end text, memo text)
      RETURNING id)
    INSERT INTO bank_statement_lines (statement_id, line_id)
    SELECT ${id}::integer, id FROM made
    UNION SELECT ${id}::integer, unnest(${[...known]}::integer[])`.execute(tx);
  return id;
}

const noPayment = sql`sale_id = NULL, correction_id = NULL, payment_line = NULL, how = NULL`;

export type Told = Pick<KeptLine, 'id' | 'time' | 'txid' | 'end_to_end'> & { isReversal: boolean };

/**
 * What another file tells more of lines that are here. A payment that was found by amount alone is looked for again
 * once the line names one, and a reversal is none.
 */
export async function completeLines(tx: Tx, told: readonly Told[]): Promise<void> {
  const lines = sql`json_to_recordset(${JSON.stringify(told)}::json) AS t (
    id integer, time text, txid text, end_to_end text, "isReversal" boolean)`;
  await sql`
    UPDATE bank_lines l SET ${noPayment} FROM ${lines}
    WHERE l.id = t.id AND (t."isReversal" OR l.how = 'amount' AND l.txid IS NULL AND t.txid IS NOT NULL)`.execute(
    tx,
  );
  await sql`
    UPDATE bank_lines l SET
      kind = CASE WHEN t."isReversal" THEN 'reversal' ELSE l.kind END,
      time = coalesce(l.time, t.time),
      txid = coalesce(l.txid, t.txid),
      end_to_end = coalesce(l.end_to_end, t.end_to_end)
    FROM ${lines} WHERE l.id = t.id`.execute(tx);
}

export type StatementRow = Selectable<Tables['bank_statements']> & { lines: number };

const statementRows = sql`
  SELECT s.*, (SELECT count(*) FROM bank_statement_lines WHERE statement_id = s.id) AS lines
  FROM bank_statements s`;

export async function findStatement(db: Db, id: number): Promise<StatementRow | undefined> {
  return rowOf<StatementRow>(db)`${statementRows} WHERE s.id = ${id}`;
}

/** The newest first. */
export async function lastStatements(db: Db, limit: number): Promise<StatementRow[]> {
  return rowsOf<StatementRow>(db)`
    ${statementRows} ORDER BY s.id DESC LIMIT ${limit}`;
}

/** With the lines that no other statement has, which are returned. */
export async function removeStatement(tx: Tx, id: number): Promise<Cents[]> {
  const left = await tx
    .deleteFrom('bank_statement_lines')
    .where('statement_id', '=', id)
    .returning('line_id')
    .execute();
  const { rows } = await sql<{ amount: Cents }>`
    DELETE FROM bank_lines l WHERE id = ANY (${left.map(({ line_id }) => line_id)}::integer[])
      AND NOT EXISTS (SELECT FROM bank_statement_lines WHERE line_id = l.id)
    RETURNING amount_cents AS amount`.execute(tx);
  await tx.deleteFrom('bank_statements').where('id', '=', id).execute();
  return rows.map(({ amount }) => amount);
}

/** An account without a line of a kind for longer than this is not used for it, or not any more. */
const UNUSED_DAYS = 62;

/** The days of a period of which each account with money of this kind has a statement that shows it. */
export async function coveredDays(
  db: Db,
  kind: BankLineKind,
  { from, to }: Period,
): Promise<Set<BusinessDay>> {
  const { rows } = await sql<{ day: BusinessDay }>`
    WITH shown AS MATERIALIZED (
      SELECT account, first_day, last_day FROM bank_statements
      WHERE first_day <= ${to} AND last_day >= ${from} AND (shows_sent OR ${kind} <> 'sent')
    ), used AS MATERIALIZED (
      SELECT DISTINCT account, day FROM bank_lines
      WHERE kind = ${kind} AND day BETWEEN ${from}::date - ${UNUSED_DAYS}::integer AND ${to}::date + ${UNUSED_DAYS}::integer)
    SELECT d.day FROM (
      SELECT generate_series(${from}::date, ${to}::date, '1 day')::date AS day) AS d
    WHERE EXISTS (SELECT FROM shown WHERE d.day BETWEEN first_day AND last_day)
      AND NOT EXISTS (SELECT FROM used u
        WHERE u.day BETWEEN d.day - ${UNUSED_DAYS}::integer AND d.day + ${UNUSED_DAYS}::integer
          AND NOT EXISTS (SELECT FROM shown s
            WHERE s.account = u.account AND d.day BETWEEN s.first_day AND s.last_day))`.execute(db);
  return new Set(rows.map(({ day }) => day));
}

export async function hasStatements(db: Db): Promise<boolean> {
  return (await db.selectFrom('bank_statements').select('id').limit(1).execute()).length > 0;
}

type LooseState = Extract<PixState, 'unknown' | 'double' | 'reversal' | 'not_ours'>;
type LooseRow = BankLineRow & { state: LooseState };

/** The Pix lines of a period that are no payment of the shop; `double`: another line has the same txid and is one. */
export function looseLines(db: Db, days: Period): Promise<LooseRow[]> {
  const isDouble = sql<boolean>`EXISTS (
    SELECT FROM bank_lines o WHERE o.txid = l.txid AND o.sale_id IS NOT NULL)`;
  return loose(db, days, ['pix', 'reversal'], isDouble);
}

/** The Pix of a period that went out and are no return; `double`: one of the same amount and days is a return. */
export function looseSentLines(db: Db, days: Period): Promise<LooseRow[]> {
  const near = sql.lit(RETURN_DAYS);
  // Not EXISTS, which would look at all lines of an amount for each line.
  const isDouble = sql<boolean>`(l.amount_cents, l.day) IN (
    SELECT DISTINCT o.amount_cents, o.day + away
    FROM bank_lines o, generate_series(-${near}, ${near}) AS away
    WHERE o.kind = 'sent' AND o.sale_id IS NOT NULL
      AND o.day BETWEEN ${days.from}::date - ${near} AND ${days.to}::date + ${near})`;
  return loose(db, days, ['sent'], isDouble);
}

async function loose(
  db: Db,
  { from, to }: Period,
  kinds: readonly BankLineKind[],
  isDouble: RawBuilder<boolean>,
): Promise<LooseRow[]> {
  return rowsOf<LooseRow>(db)`
    SELECT ${lineColumns}, CASE WHEN not_ours IS NOT NULL THEN 'not_ours' WHEN kind = 'reversal' THEN kind
      WHEN ${isDouble} THEN 'double' ELSE 'unknown' END AS state
    FROM bank_lines l
    WHERE kind = ANY (${[...kinds]}::text[]) AND sale_id IS NULL AND day BETWEEN ${from} AND ${to}
    ORDER BY day, time NULLS FIRST, id`;
}

type MatchableRow = Omit<BankLine, 'name'> & { memo: string };
const matchable = sql<MatchableRow>`id, day, time, amount_cents AS amount, txid, memo`;
const matchableLine = ({ memo, ...line }: MatchableRow): BankLine => ({
  ...line,
  name: initialsOf(memo),
});

/**
 * The Pix lines of a period that may be a payment or, of sent ones, a return: nobody has taken them apart from one, or
 * has said that they are not the shop's.
 */
export async function matchableLines(
  tx: Tx,
  kind: 'pix' | 'sent',
  { from, to }: Period,
): Promise<BankLine[]> {
  const { rows } = await sql<MatchableRow>`
    SELECT ${matchable} FROM bank_lines
    WHERE kind = ${kind} AND sale_id IS NULL AND NOT apart AND not_ours IS NULL
      AND day BETWEEN ${from} AND ${to}`.execute(tx);
  return rows.map(matchableLine);
}

/** Takes lines from their payments again. */
export async function freeLines(tx: Tx, ids: readonly number[]): Promise<BankLine[]> {
  const { rows } = await sql<MatchableRow>`
    UPDATE bank_lines SET ${noPayment}
    WHERE id = ANY (${[...ids]}::integer[]) RETURNING ${matchable}`.execute(tx);
  return rows.map(matchableLine);
}

export type Joined = PaymentKey & { id: number; how: 'txid' | 'amount' };

export async function joinLines(tx: Tx, joined: readonly Joined[]): Promise<void> {
  await sql`
    UPDATE bank_lines l SET sale_id = j.sale, correction_id = j.correction, payment_line = j.line, how = j.how
    FROM json_to_recordset(${JSON.stringify(joined)}::json) AS j (
      id integer, sale integer, correction integer, line smallint, how text)
    WHERE l.id = j.id`.execute(tx);
}

export type FoundLine = BankLineRow & { kind: 'pix' | 'sent'; payment: PaymentKey | null };

/** A Pix line with the payment, or the return, that it is. */
export async function findLine(db: Db, id: number): Promise<FoundLine | undefined> {
  return rowOf<FoundLine>(db)`
    SELECT ${lineColumns}, kind, CASE WHEN sale_id IS NOT NULL THEN
      json_build_object('sale', sale_id, 'correction', correction_id, 'line', payment_line) END AS payment
    FROM bank_lines WHERE id = ${id} AND kind IN ('pix', 'sent')`;
}

/** By hand; null takes the line apart. Throws a violation of bank_lines_payment. */
export async function setPayment(tx: Tx, id: number, payment: PaymentKey | null): Promise<void> {
  await tx
    .updateTable('bank_lines')
    .set({
      sale_id: payment?.sale ?? null,
      correction_id: payment?.correction ?? null,
      payment_line: payment?.line ?? null,
      how: payment && 'hand',
      apart: payment === null,
      not_ours: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function setWord(tx: Tx, id: number, not_ours: string | null): Promise<void> {
  await tx.updateTable('bank_lines').set({ not_ours }).where('id', '=', id).execute();
}
