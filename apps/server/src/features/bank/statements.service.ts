import { createHash } from 'node:crypto';
import type {
  AddedStatement,
  BankLine,
  bankEndpoints,
  PaymentKey,
  Statement,
} from '@balcao/contract/bank.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { MOST_DAYS, matchPix } from '@balcao/domain/bank/match-pix.ts';
import { type Movement, pairMovements } from '@balcao/domain/bank/same-movement.ts';
import { shortMemo } from '@balcao/domain/bank/short-memo.ts';
import { isReversal } from '@balcao/domain/bank/statement-line.ts';
import { addDays, type Period } from '@balcao/domain/dates/periods.ts';
import { centsFromReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction, violates } from '../../database/transaction.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { unhurried } from '../../request/unhurried.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { isSame, matchable, type PixPayment, pixPayments } from './pix-payments.ts';
import {
  type BankLineRow,
  completeLines,
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
  const { account, account_in_file, direction } = body;
  const lines: Movement[] = [];
  for await (const [at, { day, amount, memo, kind, ...line }] of unhurried(body.lines.entries())) {
    const read = businessDay(day, `body/lines/${at}/day`);
    if (read < from || read > to) throw new Refusal('line_outside', { field: 'body/from' });
    lines.push({
      ...{ ...line, account, day: read, amount: centsFromReais(amount) },
      // Read here too, so that no other program stores a name, or takes a reversal for a sale.
      ...{ memo: shortMemo(memo), kind: isReversal(memo) ? 'reversal' : kind },
    });
  }
  if (from > to) throw new Refusal('invalid_day', { field: 'body/to' });
  const decided = new Map(body.decided?.map(({ line, is_another }) => [line, is_another]));
  return inTransaction(db, async (tx) => {
    await lockBank(tx);
    const endToEnds = lines.flatMap(({ end_to_end }) => end_to_end ?? []);
    const kept = await keptLines(tx, { from, to, account }, endToEnds);
    const pairs = pairMovements(kept, lines);
    const in_doubt = pairs
      .filter(({ isSure, read }) => !isSure && !decided.has(read))
      .map(({ kept: at, read }) => ({ line: read, known: knownOf(kept[at] as KeptLine) }));
    if (in_doubt.length > 0) return { id: null, in_doubt, added: 0, matched: 0 };

    const same = pairs.filter(({ isSure, read }) => isSure || !decided.get(read));
    const known = same.map(({ kept: at }) => (kept[at] as KeptLine).id);
    const here = new Set(same.map(({ read }) => read));
    const added = lines.filter(({ amount }, at) => amount > 0 && !here.has(at));
    const of = { first_day: from, last_day: to, account, digest: digestOf(lines) };
    const isKnown = added.length === 0 && (await hasSameStatement(tx, of));
    const maker = { made_by: actor.id, made_by_name: actor.name };
    const id = isKnown
      ? null
      : await insertStatement(tx, { ...of, ...maker, account_in_file }, known, added.map(newLine));
    await completeLines(
      tx,
      same.flatMap(({ kept: at, read }) => toldMore(kept[at] as KeptLine, lines[read] as Movement)),
    );
    const touched = [from, to, ...same.map(({ kept: at }) => (kept[at] as KeptLine).day)].sort();
    const matched = await joinLeft(tx, { from: touched[0] ?? from, to: touched.at(-1) ?? to });
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

/** What the file says of a line that was not known of it. */
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
  const left = await matchableLines(tx, { from, to });
  if (left.length === 0) return 0;
  const near = { from: addDays(from, -MOST_DAYS), to: addDays(to, 1) };
  const payments = await pixPayments(tx, near);
  const named = new Set(left.map(({ txid }) => txid));
  const mistaken = payments.flatMap((payment) => {
    const { txid } = matchable(payment, 0);
    return payment.bank?.how === 'amount' && txid !== null && named.has(txid)
      ? payment.bank.id
      : [];
  });
  const lines = [...left, ...(await freeLines(tx, mistaken))];
  const free = payments.filter(({ bank }) => bank === null || mistaken.includes(bank.id));
  const standing = joinsOf(
    lines,
    free.filter(({ undone }) => undone === null),
  );
  const joined = new Set(standing.map(({ id }) => id));
  const undone = joinsOf(
    lines.filter(({ id }) => !joined.has(id)),
    free.filter(({ undone }) => undone !== null),
  );
  await joinLines(tx, [...standing, ...undone]);
  return standing.length + undone.length;
}

function joinsOf(lines: Parameters<typeof matchPix>[0], payments: readonly PixPayment[]) {
  return matchPix(lines, payments.map(matchable)).map(({ line: id, payment: at, how }) => {
    const { sale, correction, line } = payments[at] as PixPayment;
    return { id, how, sale, correction, line };
  });
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
        const ofSale = await pixPayments(tx, { sale: payment.sale });
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

export const bankLineOf = ({ id, day, time, amount_cents, memo, how }: BankLineRow): BankLine => ({
  ...{ id, day, time, memo, how },
  amount: reaisFromCents(amount_cents),
});
