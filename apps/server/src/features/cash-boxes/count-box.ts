import type { CountedBox, cashBoxEndpoints } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { type CountLine, countInReais, DRAWER, exceedsLimit } from '@balcao/domain/box-count.ts';
import { cents, centsFromReais, reaisFromCents, ZERO } from '@balcao/domain/money.ts';
import { isCash, sumByMethod } from '@balcao/domain/net-payments.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { refuseClosedMonthNow } from '../../database/clock.ts';
import { isMonthClosed } from '../../database/closed.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { once } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { takenApproval } from '../approvals/approvals.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  closeCountedBox,
  closingOfBox,
  type Takings,
  takingsOfBox,
} from '../closings/closings.service.ts';
import { shopSettings } from '../settings/settings.service.ts';
import { cashBoxOf, drawerCash } from './box-record.ts';
import {
  type BoxRow,
  insertCount,
  lockBox,
  markClosed,
  methodNames,
  readBoxRow,
} from './cash-boxes.repository.ts';

type Counting = { actor: Pick<SignedIn, 'id' | 'name' | 'admin'>; id: number };
type Count = BodyOf<typeof cashBoxEndpoints.countBox>;
type Settlement = BodyOf<typeof cashBoxEndpoints.settleBox>;

/**
 * Saves what was counted of a box, once, with what it should hold at that moment. It closes unless a
 * difference exceeds the limit. Throws the refusals of the call.
 */
export async function countBox(db: Db, { actor, id }: Counting, count: Count): Promise<CountedBox> {
  refuseOtherNotes(count);
  const counted = countedLines(count);
  const { answer } = await once<BoxRow, CountLine[], CountedBox>(db, {
    lock: (tx) => lockedBox(tx, actor, id),
    first: async (_tx, box) => box.counts ?? undefined,
    isSame: (counts) => isSameCount(counts, counted),
    other: 'box_counted',
    again: (tx, _counts, box) => countedBox(tx, box),
    make: async (tx, box) => {
      await refuseClosedMonthNow(tx);
      const { count_every_method, difference_limit_cents } = await shopSettings(tx);
      const takings = await takingsOfBox(tx, box);
      await refuseUnknownMethods(tx, count, takings);
      const lines = countLines(counted, box, takings, count_every_method);
      const notes = count.notes ? JSON.stringify(count.notes) : null;
      await insertCount(tx, { box: id, by: actor.id, notes, lines });
      const after = { seller_id: box.seller_id, counts: lines.map(countInReais) };
      await recordAudit(tx, actor, 'box.counted', { subjectId: id, after });
      return exceedsLimit(lines, difference_limit_cents)
        ? { box: cashBoxOf(await readBoxRow(tx, id)), closing: null }
        : close(tx, actor, box, null);
    },
  });
  return answer;
}

/**
 * Closes a box whose count is off by more than the limit. Returns the closing of a box that has closed already.
 * Throws the refusals of the call.
 */
export async function settleBox(
  db: Db,
  { actor, id }: Counting,
  settlement: Settlement,
): Promise<CountedBox> {
  const { answer } = await once<BoxRow, BoxRow, CountedBox>(db, {
    lock: (tx) => lockedBox(tx, actor, id),
    first: async (_tx, box) => (box.closed ? box : undefined),
    again: countedBox,
    make: async (tx, box) => {
      await refuseClosedMonthNow(tx);
      if (!box.counted) throw new Refusal('not_found');
      const approver =
        (await takenApproval(tx, {
          ...{ actor, action: 'difference', subject: id, body: settlement },
          monthClosed: await isMonthClosed(tx, box.day),
        })) ??
        // Of an administrator none is needed: the slip then names them.
        actor;
      return close(tx, actor, box, { reason: tidyText(settlement.reason), approver });
    },
  });
  return answer;
}

const countedBox = async (tx: Tx, box: BoxRow): Promise<CountedBox> => ({
  box: cashBoxOf(box),
  closing: await closingOfBox(tx, box.id),
});

async function close(
  tx: Tx,
  actor: Counting['actor'],
  box: BoxRow,
  settled: Parameters<typeof markClosed>[2],
): Promise<CountedBox> {
  await markClosed(tx, box.id, settled);
  const closing = await closeCountedBox(tx, actor, box);
  return { box: cashBoxOf(await readBoxRow(tx, box.id)), closing };
}

/** A seller's own box, an administrator's any. */
async function lockedBox(tx: Tx, actor: Counting['actor'], id: number): Promise<BoxRow> {
  const box = await lockBox(tx, { id, ...(!actor.admin && { sellerId: actor.id }) });
  if (!box) throw new Refusal('not_found');
  return box;
}

function refuseOtherNotes({ cash, notes }: Count): void {
  const sum = notes?.reduce((all, { value, count }) => all + value * count, 0);
  if (sum !== undefined && sum !== centsFromReais(cash)) {
    const expected = reaisFromCents(cents(sum));
    throw new Refusal('figures_differ', { field: 'body/cash', expected });
  }
}

/** The drawer, then the methods; those of zero are left out. */
function countedLines({ cash, methods = [] }: Count): PaymentLine[] {
  return sumByMethod([
    { method: DRAWER, amount: centsFromReais(cash) },
    ...methods.map(({ method, amount }) => ({ method, amount: centsFromReais(amount) })),
  ]);
}

const amountIn = (lines: readonly PaymentLine[], method: string) =>
  lines.find((line) => line.method === method)?.amount ?? ZERO;

/** A method that is not counted counts as zero, if every method is wanted. */
function countLines(
  counted: readonly PaymentLine[],
  box: BoxRow,
  takings: Takings,
  everyMethod: boolean,
): CountLine[] {
  const sums = takings.payments.filter(({ method }) => !isCash(method));
  const moved = everyMethod ? sums.filter(({ amount }) => amount !== 0) : [];
  const methods = new Set([...moved, ...counted].map(({ method }) => method));
  methods.delete(DRAWER);
  return [
    { method: DRAWER, expected: drawerCash(box, takings), counted: amountIn(counted, DRAWER) },
    ...Array.from(methods, (method) => ({
      method,
      expected: amountIn(sums, method),
      counted: amountIn(counted, method),
    })),
  ];
}

function isSameCount(stored: readonly CountLine[], counted: readonly PaymentLine[]): boolean {
  const known = new Set(stored.map(({ method }) => method));
  return (
    stored.every((line) => line.counted === amountIn(counted, line.method)) &&
    counted.every(({ method }) => known.has(method))
  );
}

/** Cash is counted in one line, under any name of its methods. */
async function refuseUnknownMethods(tx: Tx, { methods = [] }: Count, takings: Takings) {
  if (methods.length === 0) return;
  const known = [...takings.payments.map(({ method }) => method), ...(await methodNames(tx))];
  const line = methods.findIndex(({ method }) => isCash(method) || !known.includes(method));
  if (line >= 0) {
    throw new Refusal('unknown_payment_method', { field: `body/methods/${line}/method` });
  }
}
