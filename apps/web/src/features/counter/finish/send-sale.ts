import { REPLAYED } from '@balcao/contract/fields/replayed.ts';
import type { NewExchange } from '@balcao/contract/sales/corrections.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { call } from '../../../api/call.ts';
import { mayHaveActed, refusalCode } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { sendStored } from '../../../api/send-once.ts';
import type { Approved } from '../../approvals/use-approval.tsx';
import { linesOf } from '../../corrections/forms/money-rows.ts';
import { callsOf } from '../../people/people.queries.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import type { CounterState, EarlierSale, Party, SaleRequest } from '../sale/counter-state.ts';
import type { PaymentRow } from '../sale/payment-lines.ts';
import type { Person } from '../sale/person.ts';
import {
  draftTotals,
  type Exchange,
  givenBackRows,
  paymentRows,
  type SaleDraft,
} from '../sale/sale-draft.ts';
import { type SaleItem, totalsOf } from '../sale/sale-item.ts';

/** The calls that record a sale; tests bring their own. */
type SaleCalls = {
  readonly createPerson: (
    party: Party,
    person: { number: string; name: string },
  ) => Promise<{ id: number }>;
  /** Records a sale, or an exchange with its sale. `replayed`: an earlier request under this key had done so. */
  readonly create: (
    record: SaleRequest,
    key: string,
  ) => Promise<{ readonly sale: MadeSale; readonly replayed: boolean }>;
};

/** The same at the server. */
export const saleCalls = (approved: Approved, signal: AbortSignal): SaleCalls => ({
  createPerson: (party, person) => callsOf[party].create(person, signal),
  create: async (record, key) => {
    let replayed = false;
    const onHeaders = (headers: Headers) => {
      replayed = headers.has(REPLAYED);
    };
    const parts = { headers: { 'idempotency-key': key }, signal, onHeaders };
    if (!('exchangeOf' in record)) {
      return { sale: await call('createSale', { body: record, ...parts }), replayed };
    }
    const params = { id: record.exchangeOf };
    const body = { ...record.body, ...approved };
    const made = await call('createExchange', { params, body, ...parts });
    return { sale: { ...made.sale, exchange: made.correction }, replayed };
  },
});

/** The calls, and what is done around them. */
export type Sending = SaleCalls & {
  readonly seller: number;
  /** Stores the bodies that may be recorded where a reload finds them; throws when it cannot. */
  readonly storeSent: (sent: readonly SaleRequest[]) => void;
  readonly wait?: (ms: number) => Promise<void>;
  readonly onRetry: () => void;
  readonly signal: AbortSignal;
};

export type Outcome =
  | { readonly kind: 'made'; readonly sale: MadeSale }
  /** The key holds another sale than the one on the screen, or a copy of this tab has recorded it. */
  | ({ readonly kind: 'earlier' } & EarlierSale)
  /**
   * `sent`: the bodies that may have been recorded nevertheless. The next attempt uses the same key. `party`: who was
   * being registered; undefined once the sale itself was sent.
   */
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly sent: readonly SaleRequest[];
      readonly party?: Party | undefined;
    };

/**
 * Records the sale exactly once: client and student first (a POST of theirs returns the existing one), then
 * the sale, under one key for as long as any body sent under it may have been recorded. An exchange has its
 * client and its student from the earlier sale.
 */
export async function sendSale(
  { key, draft, sent }: Pick<CounterState, 'key' | 'draft' | 'sent'>,
  calls: Sending,
): Promise<Outcome> {
  let party: Party | undefined;
  const createPerson: Sending['createPerson'] = (each, person) => {
    party = each;
    return calls.createPerson(each, person);
  };
  try {
    const body = draft.exchange
      ? newExchange(draft, draft.exchange)
      : newSale(draft, await partiesOf(draft, { ...calls, createPerson }));
    const others = sent.filter((one) => !sameBody(one, body));
    const withThis = [...others, body];
    const result = await sendStored(() => calls.storeSent(withThis), {
      ...calls,
      again: others.length < sent.length,
      call: () => calls.create(body, key),
    });
    if ('answer' in result) {
      const { sale, replayed } = result.answer;
      // After a lost response the sale found under the key is our own.
      return replayed && !result.answerLost
        ? { kind: 'earlier', sale, copied: true }
        : { kind: 'made', sale };
    }
    const { error } = result;
    if (isEndOfKey(error)) return { kind: 'failed', error, sent: [] };
    if (refusalCode(error) === 'key_reused') return findEarlierSale(key, others, error, calls);
    // Other than a form's, a sale stays open after a refusal too: the first request may still be on its way.
    const open = result.answerLost || mayHaveActed(error);
    return { kind: 'failed', error, sent: open ? withThis : others };
  } catch (error) {
    // Nothing was sent now.
    return { kind: 'failed', error, sent, party };
  }
}

async function partiesOf({ client, student }: SaleDraft, calls: Sending): Promise<Parties> {
  const registered = (party: Party, { registered, digits, name }: Person) =>
    registered ??
    untilAnswered(() => calls.createPerson(party, { number: digits, name: tidyText(name) }), calls);
  const buyer = await registered('client', client);
  // Without a matrícula there is no student; a name alone identifies nobody.
  const pupil = student.digits === '' ? null : await registered('student', student);
  // The stored user may lack an id.
  const seller = calls.seller > 0 && { seller: calls.seller };
  return { client: buyer.id, student: pupil?.id ?? null, ...seller };
}

/**
 * The key holds the sale as it was before the seller changed it. Sending that body again records nothing
 * and returns the stored sale.
 */
async function findEarlierSale(
  key: string,
  sent: readonly SaleRequest[],
  reused: unknown,
  calls: Sending,
): Promise<Outcome> {
  for (const body of sent.toReversed()) {
    try {
      const { sale } = await untilAnswered(() => calls.create(body, key), calls);
      return { kind: 'earlier', sale, copied: false };
    } catch (error) {
      if (isEndOfKey(error)) return { kind: 'failed', error, sent: [] };
      if (refusalCode(error) !== 'key_reused') return { kind: 'failed', error, sent };
    }
  }
  return { kind: 'failed', error: reused, sent: [] };
}

/** No sale of this key remains open: an administrator has deleted it, or another counter has taken it up. */
export const isEndOfKey = (error: unknown) =>
  ['sale_deleted', 'parked_sale_taken'].includes(refusalCode(error) ?? '');

/** One function builds all bodies, with their fields in one order, so equal bodies have equal text. */
const sameBody = (a: SaleRequest, b: SaleRequest) => JSON.stringify(a) === JSON.stringify(b);

type Parties = Pick<NewSale, 'client' | 'student' | 'seller'>;
type PaymentLines = Pick<NewSale, Extract<keyof NewSale, `payment_${string}`>>;

/** The body of POST sales, in reais. */
function newSale(draft: SaleDraft, parties: Parties): NewSale {
  const { products, ...figures } = boughtIn(draft);
  return { products, ...parties, ...figures };
}

/** The body of POST exchanges, and the sale that it belongs to. */
export function newExchange(draft: SaleDraft, exchange: Exchange) {
  const { sale, items, reason, worth } = exchange;
  const { totalGeneral } = draftTotals(draft);
  const methods = sale.payments.map(({ method }) => method);
  return {
    exchangeOf: sale.id,
    body: {
      items: [...items],
      reason,
      total: reaisFromCents(worth),
      payments: linesOf(givenBackRows(exchange, totalGeneral, methods)),
      sale: boughtIn(draft),
    },
  };
}

/** Everything but who buys and who sells. */
export function boughtIn(draft: SaleDraft): NewExchange['sale'] {
  const totals = draftTotals(draft);
  return {
    products: draft.items.map(itemPayload),
    ...paymentLines(paymentRows(draft)),
    subtotal: reaisFromCents(totals.subtotal),
    total: reaisFromCents(totals.total),
    total_general: reaisFromCents(totals.totalGeneral),
    desc_general: 0,
    valor_pago: reaisFromCents(totals.paid),
    troco: reaisFromCents(totals.change),
    ...(draft.parkedOrder && { parked_order: draft.parkedOrder }),
    ...(draft.lists?.length && { lists: [...draft.lists] }),
  };
}

function itemPayload(item: SaleItem): NewSale['products'][number] {
  const { subtotal, discount, total } = totalsOf(item);
  return {
    product: item.product.id,
    quantity: item.quantity,
    subtotal: reaisFromCents(subtotal),
    desc_percent: 0,
    desc_value: reaisFromCents(discount),
    total: reaisFromCents(total),
  };
}

/** A row without an amount is sent as null, and so is its method. */
function paymentLines(rows: readonly PaymentRow[]): PaymentLines {
  const lines = rows.map(({ method, amount }, index) => ({
    [`payment_method${index + 1}`]: amount === null ? null : reaisFromCents(amount),
    [`payment_desc${index + 1}`]: amount === null ? null : method,
  }));
  return Object.assign({}, ...lines);
}
