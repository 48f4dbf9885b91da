import { tidyText } from '@balcao/domain/typed-text.ts';
import { mayHaveActed, refusalCode } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
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

type Retrying = <T>(attempt: () => Promise<T>) => Promise<T>;

/**
 * Records the sale exactly once: client and student first (a POST of theirs returns the existing one), then
 * the sale, under one key for as long as any body sent under it may have been recorded. An exchange has its
 * client and its student from the earlier sale.
 */
export async function sendSale(
  { key, draft, sent }: Pick<CounterState, 'key' | 'draft' | 'sent'>,
  calls: SaleCalls,
): Promise<Outcome> {
  let mayBeRecorded = sent;
  let body: SaleRequest | undefined;
  let answerLost = false;
  const retrying: Retrying = (attempt) =>
    untilAnswered(attempt, {
      ...calls,
      onRetry: (error) => {
        if (mayHaveActed(error)) answerLost = true;
        calls.onRetry();
      },
    });
  try {
    const sending = draft.exchange
      ? newExchange(draft, draft.exchange)
      : newSale(draft, await partiesOf(draft, calls, retrying));
    answerLost = sent.some((one) => sameBody(one, sending));
    const withThis = [...without(sent, sending), sending];
    calls.storeSent(withThis);
    mayBeRecorded = withThis;
    body = sending;
    const { sale, replayed } = await retrying(() => calls.create(sending, key));
    // After a lost response the sale found under the key is our own.
    return replayed && !answerLost
      ? { kind: 'earlier', sale, copied: true }
      : { kind: 'made', sale };
  } catch (error) {
    const others = body ? without(mayBeRecorded, body) : mayBeRecorded;
    if (isEndOfKey(error)) return { kind: 'failed', error, sent: [] };
    if (body && refusalCode(error) === 'key_reused') {
      return findEarlierSale(key, others, error, calls);
    }
    const open = answerLost || mayHaveActed(error);
    return { kind: 'failed', error, sent: open ? mayBeRecorded : others };
  }
}

async function partiesOf(
  { client, student }: SaleDraft,
  calls: SaleCalls,
  retrying: Retrying,
): Promise<Parties> {
  const registered = (party: Party, { registered, digits, name }: Person) =>
    registered ??
    retrying(() => calls.createPerson(party, { number: digits, name: tidyText(name) }));
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

const without = (bodies: readonly SaleRequest[], body: SaleRequest) =>
  bodies.filter((one) => !sameBody(one, body));

/** One function builds all bodies, with their fields in one order, so equal bodies have equal text. */
const sameBody = (a: SaleRequest, b: SaleRequest) => JSON.stringify(a) === JSON.stringify(b);
