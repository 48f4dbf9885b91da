import { tidyText } from '@balcao/domain/typed-text.ts';
import { mayHaveActed, refusalCode } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { sendStored } from '../../../api/send-once.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import type { CounterState, EarlierSale, Party } from '../sale/counter-state.ts';
import { newExchange, newSale, type Parties, type SaleRequest } from '../sale/new-sale.ts';
import type { Person } from '../sale/person.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';

/** The calls that record a sale, and what they need around them; tests bring their own. */
export type SaleCalls = {
  readonly seller: number;
  readonly createPerson: (
    party: Party,
    person: { number: string; name: string },
  ) => Promise<{ id: number }>;
  /** Records a sale, or an exchange with its sale. `replayed`: an earlier request under this key had done so. */
  readonly create: (
    record: SaleRequest,
    key: string,
  ) => Promise<{ readonly sale: MadeSale; readonly replayed: boolean }>;
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
  /** `sent`: the bodies that may have been recorded nevertheless. The next attempt uses the same key. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly sent: readonly SaleRequest[] };

/**
 * Records the sale exactly once: client and student first (a POST of theirs returns the existing one), then
 * the sale, under one key for as long as any body sent under it may have been recorded. An exchange has its
 * client and its student from the earlier sale.
 */
export async function sendSale(
  { key, draft, sent }: Pick<CounterState, 'key' | 'draft' | 'sent'>,
  calls: SaleCalls,
): Promise<Outcome> {
  try {
    const body = draft.exchange
      ? newExchange(draft, draft.exchange)
      : newSale(draft, await partiesOf(draft, calls));
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
    return { kind: 'failed', error, sent };
  }
}

async function partiesOf({ client, student }: SaleDraft, calls: SaleCalls): Promise<Parties> {
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
  calls: SaleCalls,
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
