import { createHash } from 'node:crypto';
import type {
  AddedStatement,
  BankLine,
  bankEndpoints,
  Joinable,
  PaymentKey,
  Statement,
} from '@balcao/contract/bank.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import {
  JOINABLE_DAYS,
  MOST_DAYS,
  matchPix,
  matchReturns,
  RECORDED_AFTER_DAYS,
  RETURN_DAYS,
} from '@balcao/domain/bank/match-pix.ts';
import { type Movement, pairMovements } from '@balcao/domain/bank/same-movement.ts';
import { initialsIn, shareInitials, shortMemo } from '@balcao/domain/bank/short-memo.ts';
import { isReversal } from '@balcao/domain/bank/statement-line.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addDays, type Period } from '@balcao/domain/dates/periods.ts';
import { centsFromReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction, violates } from '../../database/transaction.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { unhurried } from '../../request/unhurried.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  isSame,
  matchable,
  type PixPayment,
  pixPayments,
  pixReturns,
  shownPayment,
} from './pix-payments.ts';
import {
  type BankLineRow,
  completeLines,
  coveredDays,
  findLine,
  findStatement,
  freeLines,
  hasSameStatement,
  insertStatement,
  joinLines,
  type KeptLine,
  keptLines,
  lastStatements,
  lockBank,
  matchableLines,
  type NewLine,
  removeStatement,
  type StatementRow,
  setPayment,
  setWord,
  type Told,
} from './statements.repository.ts';

type Actor = Pick<SignedIn, 'id' | 'name'>;

/**
 * Keeps the lines of a statement that are not here yet, and joins them, and those of its days that were left before,
 * to payments of the shop. The same file again changes nothing. Of lines that may be here already somebody has to
 * decide: before, nothing is kept, and the answer names them. Throws invalid_day and line_outside.
 */
export async function addStatement(
  db: Db,
  actor: Actor,
  body: BodyOf<typeof bankEndpoints.addStatement>,
): Promise<AddedStatement> {
  const from = businessDay(body.from, 'body/from');
  const to = businessDay(body.to, 'body/to');
  const { account, account_in_file, direction, shows_sent } = body;
  const lines: Movement[] = [];
  for await (const [at, { day, amount, memo, kind, ...line }] of unhurried(body.lines.entries())) {
    const read = businessDay(day, `body/lines/${at}/day`);
    if (read < from || read > to) throw new Refusal('line_outside', { field: 'body/from' });
    lines.push({
      ...{ ...line, account, day: read, amount: centsFromReais(amount) },
      // Read here too, so that no other program stores a name, or takes a reversal for a sale.
      ...{ memo: shortMemo(memo), kind: kind !== 'sent' && isReversal(memo) ? 'reversal' : kind },
    });
  }
  if (from > to) throw new Refusal('invalid_day', { field: 'body/to' });
  const decided = new Map(body.decided?.map(({ line, is_another }) => [line, is_another]));
  return inTransaction(db, async (tx) => {
    await lockBank(tx);
    const of = { first_day: from, last_day: to, account, digest: digestOf(lines), shows_sent };
    // What was decided about its lines stands.
    const isHere = await hasSameStatement(tx, of);
    const endToEnds = lines.flatMap(({ end_to_end }) => end_to_end ?? []);
    const kept = isHere ? [] : await keptLines(tx, { from, to, account }, endToEnds);
    const pairs = await inPortions(pairMovements(kept, lines));
    const in_doubt = pairs
      .filter(({ isSure, read }) => !isSure && !decided.has(read))
      .map(({ kept: at, read }) => ({ line: read, known: knownOf(kept[at] as KeptLine) }));
    if (in_doubt.length > 0) return { id: null, in_doubt, added: 0, matched: 0 };

    const same = pairs.filter(({ isSure, read }) => isSure || !decided.get(read));
    const known = same.map(({ kept: at }) => (kept[at] as KeptLine).id);
    const here = new Set(same.map(({ read }) => read));
    const added = lines.filter(({ amount }, at) => amount > 0 && !here.has(at) && !isHere);
    const maker = { made_by: actor.id, made_by_name: actor.name };
    const id = isHere
      ? null
      : await insertStatement(tx, { ...of, ...maker, account_in_file }, known, added.map(newLine));
    await completeLines(
      tx,
      same.flatMap(({ kept: at, read }) => toldMore(kept[at] as KeptLine, lines[read] as Movement)),
    );
    const touched = [from, to, ...same.map(({ kept: at }) => (kept[at] as KeptLine).day)].sort();
    const days = { from: touched[0] ?? from, to: touched.at(-1) ?? to };
    const matched = (await joinLeft(tx, days)) + (await joinReturns(tx, days));
    if (id !== null || matched > 0) {
      const counts = { lines: lines.length, added: added.length, matched };
      await recordAudit(tx, actor, 'bank.statement_added', {
        ...(id !== null && { subjectId: id }),
        after: {
          ...{ from, to, ...counts },
          ...(account !== '' && { account }),
          ...(direction === 'person' && { direction }),
        },
      });
    }
    return { id, in_doubt: [], added: added.length, matched };
  });
}

const digestOf = (lines: readonly Movement[]) =>
  createHash('sha256').update(JSON.stringify(lines)).digest('base64');

const knownOf = ({ day, time, amount, memo }: Movement) => ({
  ...{ day, time, memo },
  amount: reaisFromCents(amount),
});

/** What the file adds to what is known of a line. */
function toldMore({ id, ...kept }: KeptLine, { time, txid, end_to_end, kind }: Movement): Told[] {
  const told = { time, txid, end_to_end };
  // An earlier version took reversals for Pix.
  const isReversal = kind === 'reversal' && kept.kind !== kind;
  const isMore = (['time', 'txid', 'end_to_end'] as const).some((of) => !kept[of] && told[of]);
  return isMore || isReversal ? [{ id, ...told, isReversal }] : [];
}

const newLine = ({ amount, kind, ...line }: Movement): NewLine => ({
  ...{ ...line, amount_cents: amount },
  kind: kind as NewLine['kind'],
});

/**
 * Joins the lines of some days that are no payment yet. Payments that stand come before those that were undone. A line
 * that was taken for a payment by its amount gives way to one with the payment's own identifier.
 */
async function joinLeft(tx: Tx, { from, to }: Period): Promise<number> {
  const left = await matchableLines(tx, 'pix', { from, to });
  if (left.length === 0) return 0;
  const near = { from: addDays(from, -MOST_DAYS), to: addDays(to, 1) };
  const payments = await pixPayments(tx, near);
  const named = new Set(left.map(({ txid }) => txid));
  const mistaken = new Set(
    payments.flatMap((payment) => {
      const { txid } = matchable(payment, 0);
      return payment.bank?.how === 'amount' && txid !== null && named.has(txid)
        ? payment.bank.id
        : [];
    }),
  );
  const lines = [...left, ...(await freeLines(tx, [...mistaken]))];
  const free = payments.filter(({ bank }) => bank === null || mistaken.has(bank.id));
  const standing = await joinsOf(
    matchPix,
    lines,
    free.filter(({ undone }) => undone === null),
  );
  const joined = new Set(standing.map(({ id }) => id));
  const undone = await joinsOf(
    matchPix,
    lines.filter(({ id }) => !joined.has(id)),
    free.filter(({ undone }) => undone !== null),
  );
  await joinLines(tx, [...standing, ...undone]);
  return standing.length + undone.length;
}

/** The same of Pix that went out and returns. */
async function joinReturns(tx: Tx, { from, to }: Period): Promise<number> {
  const lines = await matchableLines(tx, 'sent', { from, to });
  if (lines.length === 0) return 0;
  const near = { from: addDays(from, -RETURN_DAYS), to: addDays(to, 1) };
  const free = (await pixReturns(tx, near)).filter(({ bank }) => bank === null);
  const joined = await joinsOf(matchReturns, lines, free);
  await joinLines(tx, joined);
  return joined.length;
}

async function joinsOf(
  match: typeof matchPix,
  lines: Parameters<typeof matchPix>[0],
  payments: readonly PixPayment[],
) {
  const matches = await inPortions(match(lines, payments.map(matchable)));
  return matches.map(({ line: id, payment: at, how }) => {
    const { sale, correction, line } = payments[at] as PixPayment;
    return { id, how, sale, correction, line };
  });
}

async function inPortions<T>(portions: Iterable<readonly T[]>): Promise<T[]> {
  const all: (readonly T[])[] = [];
  for await (const portion of unhurried(portions)) all.push(portion);
  return all.flat();
}

const LISTED = 50;

export async function listStatements(db: Db): Promise<Statement[]> {
  return (await lastStatements(db, LISTED)).map(statementOf);
}

const statementOf = ({
  id,
  created_at,
  made_by_name,
  first_day,
  last_day,
  account,
  account_in_file,
  lines,
}: StatementRow) => ({
  ...{ id, by: made_by_name, from: first_day, to: last_day, account, account_in_file, lines },
  at: created_at.toISOString(),
});

/** Throws not_found. */
export function deleteStatement(db: Db, actor: Actor, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockBank(tx);
    const statement = await findStatement(tx, id);
    if (!statement) throw new Refusal('not_found');
    const gone = await removeStatement(tx, id);
    const { from, to, account, lines } = statementOf(statement);
    const before = {
      ...{ from, to, ...(account !== '' && { account }), lines, removed: gone.length },
      amount: reaisFromCents(sumCents(gone)),
    };
    await recordAudit(tx, actor, 'bank.statement_removed', { subjectId: id, before });
  });
}

const paymentsFor = (kind: 'pix' | 'sent') => (kind === 'sent' ? pixReturns : pixPayments);

/**
 * All that a line may be: of its amount first, among those of its payer's initials, then what a statement lacks before
 * what has no statement yet, then the newest. Throws not_found.
 */
export async function listJoinable(db: Db, id: number): Promise<Joinable[]> {
  const line = await findLine(db, id);
  if (!line) throw new Refusal('not_found');
  const near = {
    from: addDays(line.day, -JOINABLE_DAYS[line.kind]),
    to: addDays(line.day, RECORDED_AFTER_DAYS[line.kind]),
  };
  const payments = await paymentsFor(line.kind)(db, near);
  const covered = await coveredDays(db, line.kind, near);
  const free = payments.filter(({ bank, undone }) => bank === null && undone === null).reverse();
  const byReasons: Joinable[][] = Array.from({ length: 8 }, () => []);
  for await (const payment of unhurried(free)) {
    const client = initialsIn(payment.client);
    const unlike =
      (payment.amount === line.amount_cents ? 0 : 4) +
      (shareInitials(line.memo, client) ? 0 : 2) +
      (covered.has(businessDayOf(payment.at)) ? 0 : 1);
    byReasons[unlike]?.push({ ...shownPayment(payment), client });
  }
  return byReasons.flat();
}

/** Says in a word that a line is not the shop's, or with null that it is. Throws not_found and line_matched. */
export function setNotOurs(
  db: Db,
  actor: Actor,
  id: number,
  given: string | null,
): Promise<BankLine> {
  return inTransaction(db, async (tx) => {
    await lockBank(tx);
    const line = await findLine(tx, id);
    if (!line) throw new Refusal('not_found');
    if (line.payment) throw new Refusal('line_matched');
    const word = given && tidyText(given);
    if (word === line.not_ours) return bankLineOf(line);
    await setWord(tx, id, word);
    // Without the word: it may name somebody, and the audit is sealed.
    const after = { date: line.day, amount: reaisFromCents(line.amount_cents) };
    const action = word === null ? 'bank.line_put_back' : 'bank.line_put_aside';
    await recordAudit(tx, actor, action, { subjectId: id, after });
    return bankLineOf({ ...line, not_ours: word });
  });
}

/** Joins a line to a payment or, with null, takes it apart. Throws not_found, unknown_payment and payment_found. */
export async function matchLine(
  db: Db,
  actor: Actor,
  id: number,
  payment: PaymentKey | null,
): Promise<BankLine> {
  try {
    return await inTransaction(db, async (tx) => {
      await lockBank(tx);
      const line = await findLine(tx, id);
      if (!line) throw new Refusal('not_found');
      const before = line.payment;
      if (payment ? before && isSame(payment, before) : !before) return bankLineOf(line);
      if (payment) {
        const ofSale = await paymentsFor(line.kind)(tx, { sale: payment.sale });
        const known = ofSale.some((each) => isSame(each, payment));
        if (!known) throw new Refusal('unknown_payment', { field: 'body/payment' });
      }
      await setPayment(tx, id, payment);
      const amount = reaisFromCents(line.amount_cents);
      const shown = (key: PaymentKey | null) => key && { sale: key.sale, date: line.day, amount };
      await recordAudit(tx, actor, payment ? 'bank.line_matched' : 'bank.line_taken_apart', {
        subjectId: id,
        before: shown(before) ?? undefined,
        after: shown(payment) ?? undefined,
      });
      return bankLineOf((await findLine(tx, id)) as BankLineRow);
    });
  } catch (error) {
    if (violates(error, 'bank_lines_payment')) throw new Refusal('payment_found');
    throw error;
  }
}

export const bankLineOf = (row: BankLineRow): BankLine => ({
  ...{ id: row.id, day: row.day, time: row.time, memo: row.memo, how: row.how },
  not_ours: row.not_ours,
  amount: reaisFromCents(row.amount_cents),
});
