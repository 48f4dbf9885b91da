import type { PaymentKey } from '@balcao/contract/bank.ts';
import type { BankLine } from '@balcao/domain/bank/match-pix.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

export type BankLineRow = Pick<
  Selectable<Tables['bank_lines']>,
  'id' | 'day' | 'time' | 'amount_cents' | 'memo' | 'how'
>;

/** Any number: changes of the bank's lines run one after the other. */
const LOCK = 20_230_001;

export async function lockBank(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

export async function knownIdentities(tx: Tx, identities: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ identity: string }>`
    SELECT identity FROM bank_lines WHERE identity = ANY (${[...identities]}::text[])`.execute(tx);
  return new Set(rows.map(({ identity }) => identity));
}

export type NewLine = Pick<
  Insertable<Tables['bank_lines']>,
  'identity' | 'kind' | 'day' | 'time' | 'amount_cents' | 'txid' | 'memo'
>;

/** Returns its id. */
export async function insertStatement(
  tx: Tx,
  statement: Insertable<Tables['bank_statements']>,
  lines: readonly NewLine[],
): Promise<number> {
  const { id } = await tx
    .insertInto('bank_statements')
    .values(statement)
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO bank_lines (statement_id, identity, kind, day, time, amount_cents, txid, memo)
    SELECT ${id}::integer, line.* FROM json_to_recordset(${JSON.stringify(lines)}::json) AS line (
      identity text, kind text, day date, time text, amount_cents integer, txid text, memo text)
  `.execute(tx);
  return id;
}

export type StatementRow = Selectable<Tables['bank_statements']> & { lines: number };

const statementRows = sql`
  SELECT s.*, (SELECT count(*) FROM bank_lines WHERE statement_id = s.id) AS lines
  FROM bank_statements s`;

export async function findStatement(db: Db, id: number): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`${statementRows} WHERE s.id = ${id}`.execute(db);
  return rows[0];
}

/** The newest first. */
export async function lastStatements(db: Db, limit: number): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    ${statementRows} ORDER BY s.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function removeStatement(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('bank_lines').where('statement_id', '=', id).execute();
  await tx.deleteFrom('bank_statements').where('id', '=', id).execute();
}

/** The days of all statements that touch a period. */
export async function coveredDays(db: Db, { from, to }: Period): Promise<Period[]> {
  const { rows } = await sql<Period>`
    SELECT DISTINCT first_day AS "from", last_day AS "to" FROM bank_statements
    WHERE first_day <= ${to} AND last_day >= ${from}`.execute(db);
  return rows;
}

export async function hasStatements(db: Db): Promise<boolean> {
  return (await db.selectFrom('bank_statements').select('id').limit(1).execute()).length > 0;
}

/** The Pix lines of a period that are no payment of the shop; `double`: another line has the same txid and is one. */
export async function looseLines(
  db: Db,
  { from, to }: Period,
): Promise<(BankLineRow & { double: boolean })[]> {
  const { rows } = await sql<BankLineRow & { double: boolean }>`
    SELECT id, day, time, amount_cents, memo, how, EXISTS (
      SELECT FROM bank_lines o WHERE o.txid = l.txid AND o.sale_id IS NOT NULL) AS double
    FROM bank_lines l
    WHERE kind = 'pix' AND sale_id IS NULL AND day BETWEEN ${from} AND ${to}
    ORDER BY day, time NULLS FIRST, id`.execute(db);
  return rows;
}

/** The same without those that a person has taken apart from their payment. */
export async function matchableLines(tx: Tx, { from, to }: Period): Promise<BankLine[]> {
  const { rows } = await sql<BankLine>`
    SELECT id, day, time, amount_cents AS amount, txid FROM bank_lines
    WHERE kind = 'pix' AND sale_id IS NULL AND NOT apart AND day BETWEEN ${from} AND ${to}`.execute(
    tx,
  );
  return rows;
}

export type Joined = PaymentKey & { id: number; how: 'txid' | 'amount' };

export async function joinLines(tx: Tx, joined: readonly Joined[]): Promise<void> {
  await sql`
    UPDATE bank_lines l SET sale_id = j.sale, correction_id = j.correction, payment_line = j.line, how = j.how
    FROM json_to_recordset(${JSON.stringify(joined)}::json) AS j (
      id integer, sale integer, correction integer, line smallint, how text)
    WHERE l.id = j.id`.execute(tx);
}

/** A Pix line with the payment that it is. */
export async function findLine(
  tx: Tx,
  id: number,
): Promise<(BankLineRow & { payment: PaymentKey | null }) | undefined> {
  const { rows } = await sql<BankLineRow & { payment: PaymentKey | null }>`
    SELECT id, day, time, amount_cents, memo, how, CASE WHEN sale_id IS NOT NULL THEN
      json_build_object('sale', sale_id, 'correction', correction_id, 'line', payment_line) END AS payment
    FROM bank_lines WHERE id = ${id} AND kind = 'pix'`.execute(tx);
  return rows[0];
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
    })
    .where('id', '=', id)
    .execute();
}

/** What cards paid into the account, by day. */
export async function receivedFromCards(
  db: Db,
  { from, to }: Period,
): Promise<{ day: BusinessDay; cents: Cents }[]> {
  const { rows } = await sql<{ day: BusinessDay; cents: Cents }>`
    SELECT day, sum(amount_cents) AS cents FROM bank_lines
    WHERE kind = 'card' AND day BETWEEN ${from} AND ${to} GROUP BY day`.execute(db);
  return rows;
}
