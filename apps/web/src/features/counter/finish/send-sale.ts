import type { NewSale, Sale } from '@balcao/contract/sales.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { mayHaveActed, refusalCode } from '../../../api/errors.ts';
import { withRetries } from '../../../api/retries.ts';
import { newSale } from '../sale/new-sale.ts';
import type { EarlierSale, OrderRecord } from '../sale/stored-order.ts';

/** The calls that record a sale, and what they need around them; tests bring their own. */
export type SaleCalls = {
  readonly seller: number;
  readonly createClient: (client: { cpf: string; name: string }) => Promise<{ id: number }>;
  readonly createStudent: (student: {
    registration: string;
    name: string;
  }) => Promise<{ id: number }>;
  /** `replayed`: an earlier request under this key had recorded the sale. */
  readonly createSale: (body: NewSale, key: string) => Promise<{ sale: Sale; replayed: boolean }>;
  /** Stores the bodies that may be recorded where a reload finds them; throws when it cannot. */
  readonly storeSent: (sent: readonly NewSale[]) => void;
  readonly wait?: (ms: number) => Promise<void>;
  readonly onRetry: () => void;
  readonly signal: AbortSignal;
};

export type Outcome =
  | { readonly kind: 'made'; readonly sale: Sale }
  /** The key holds another sale than the one on the screen, or a copy of this tab has recorded it. */
  | ({ readonly kind: 'earlier' } & EarlierSale)
  /** `sent`: the bodies that may have been recorded nevertheless. The next attempt uses the same key. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly sent: readonly NewSale[] };

/**
 * Records the sale exactly once: client and student first (a POST of theirs returns the existing one), then
 * the sale, under one key for as long as any body sent under it may have been recorded.
 */
export async function recordSale(
  { key, draft, sent }: Pick<OrderRecord, 'key' | 'draft' | 'sent'>,
  calls: SaleCalls,
): Promise<Outcome> {
  let mayBeRecorded = sent;
  let body: NewSale | undefined;
  let answerLost = false;
  const retrying = <T>(attempt: () => Promise<T>) =>
    withRetries(attempt, {
      ...calls,
      onRetry: (error) => {
        if (mayHaveActed(error)) answerLost = true;
        calls.onRetry();
      },
    });
  try {
    const { client, student } = draft;
    const buyer =
      client.registered ??
      (await retrying(() =>
        calls.createClient({ cpf: client.digits, name: tidyText(client.name) }),
      ));
    // Without a matrícula there is no student; a name alone identifies nobody.
    const pupil =
      student.digits === ''
        ? null
        : (student.registered ??
          (await retrying(() =>
            calls.createStudent({ registration: student.digits, name: tidyText(student.name) }),
          )));
    const parties = { client: buyer.id, student: pupil?.id ?? null, seller: calls.seller };
    const sending = newSale(draft, parties);
    answerLost = sent.some((one) => sameBody(one, sending));
    const withThis = [...without(sent, sending), sending];
    calls.storeSent(withThis);
    mayBeRecorded = withThis;
    body = sending;
    const { sale, replayed } = await retrying(() => calls.createSale(sending, key));
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

/**
 * The key holds the sale as it was before the seller changed it. Sending that body again records nothing
 * and returns the stored sale.
 */
async function findEarlierSale(
  key: string,
  sent: readonly NewSale[],
  reused: unknown,
  calls: SaleCalls,
): Promise<Outcome> {
  for (const body of sent.toReversed()) {
    try {
      const { sale } = await withRetries(() => calls.createSale(body, key), calls);
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

const without = (bodies: readonly NewSale[], body: NewSale) =>
  bodies.filter((one) => !sameBody(one, body));

/** One function builds all bodies, with their fields in one order, so equal bodies have equal text. */
const sameBody = (a: NewSale, b: NewSale) => JSON.stringify(a) === JSON.stringify(b);
