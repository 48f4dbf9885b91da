import type { RefusalCode } from '@balcao/contract/refusal.ts';
import type { NewSale, Sale } from '@balcao/contract/sales.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { ApiRefusal } from '../../../api/errors.ts';
import { newSale } from '../sale/new-sale.ts';
import { type PendingSale, sameBody, withoutSent, withSent } from '../sale/pending-sale.ts';
import { persist, verdictOn } from './retry.ts';

/** The calls that make a sale, and what they need around them; tests bring their own. */
export type SaleCalls = {
  readonly seller: number;
  readonly createClient: (client: { cpf: string; name: string }) => Promise<{ id: number }>;
  readonly createStudent: (student: {
    registration: string;
    name: string;
  }) => Promise<{ id: number }>;
  /** `replayed`: the key had made the sale before it was asked for. */
  readonly createSale: (body: NewSale, key: string) => Promise<{ sale: Sale; replayed: boolean }>;
  /** Keeps the sale where a reload finds it; it has to throw when it cannot. */
  readonly store: (pending: PendingSale) => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly onWaiting: () => void;
  readonly signal: AbortSignal;
};

export type Outcome =
  | { readonly kind: 'made'; readonly sale: Sale }
  /** What is recorded is the sale as it was sent before it was changed. What is on the screen is not. */
  | { readonly kind: 'earlier'; readonly sale: Sale }
  /** Another tab, or this one before it crashed, has made this sale. Nothing was recorded now. */
  | { readonly kind: 'copied'; readonly sale: Sale }
  /** Not recorded. `pending` is left when an earlier try under the same key may still have been. */
  | { readonly kind: 'refused'; readonly error: unknown; readonly pending: PendingSale | undefined }
  /** Nobody knows. The next try uses the same key, whatever was changed meanwhile. */
  | { readonly kind: 'unknown'; readonly error: unknown; readonly pending: PendingSale };

/**
 * Makes the sale exactly once: client and student first (a POST of theirs answers the existing one),
 * then the sale, under one key for as long as any try of it may have been recorded.
 */
export async function settleSale(start: PendingSale, calls: SaleCalls): Promise<Outcome> {
  let pending = start;
  let doubtful = false;
  const options = {
    wait: calls.wait,
    signal: calls.signal,
    onFailedTry: (error: unknown) => {
      if (verdictOn(error) === 'unknown') doubtful = true;
      calls.onWaiting();
    },
  };
  let body: NewSale | undefined;
  try {
    calls.store(pending);
    const sending = await bodyOf(pending, calls, options);
    doubtful = pending.sent.some((sent) => sameBody(sent, sending));
    pending = withSent(pending, sending);
    calls.store(pending);
    body = sending;
    const { sale, replayed } = await persist(() => calls.createSale(sending, pending.key), options);
    // After a try whose answer was lost the sale found is this one.
    return { kind: replayed && !doubtful ? 'copied' : 'made', sale };
  } catch (error) {
    if (refusalCode(error) === 'sale_deleted')
      return { kind: 'refused', error, pending: undefined };
    if (body && refusalCode(error) === 'key_reused') {
      return settleEarlier(withoutSent(pending, body), error, calls);
    }
    if (verdictOn(error) === 'unknown') return { kind: 'unknown', error, pending };
    const left = body && !doubtful ? withoutSent(pending, body) : pending;
    return { kind: 'refused', error, pending: left.sent.length > 0 ? left : undefined };
  }
}

async function bodyOf(
  { draft }: PendingSale,
  calls: SaleCalls,
  options: Parameters<typeof persist>[1],
): Promise<NewSale> {
  const { client, student } = draft;
  const clientId =
    client.registered?.id ??
    (
      await persist(
        () => calls.createClient({ cpf: client.digits, name: tidyText(client.name) }),
        options,
      )
    ).id;
  // Without a matrícula there is no student; the name alone identifies nobody.
  const studentId =
    student.digits === ''
      ? null
      : (student.registered?.id ??
        (
          await persist(
            () =>
              calls.createStudent({ registration: student.digits, name: tidyText(student.name) }),
            options,
          )
        ).id);
  return newSale(draft, { client: clientId, student: studentId, seller: calls.seller });
}

/**
 * The key holds another sale: the one as it was before it was changed. Sending that body again records
 * nothing, it answers what is there.
 */
async function settleEarlier(
  pending: PendingSale,
  reused: unknown,
  calls: SaleCalls,
): Promise<Outcome> {
  const options = { wait: calls.wait, signal: calls.signal, onFailedTry: calls.onWaiting };
  for (const body of pending.sent.toReversed()) {
    try {
      const { sale } = await persist(() => calls.createSale(body, pending.key), options);
      return { kind: 'earlier', sale };
    } catch (error) {
      if (refusalCode(error) === 'sale_deleted')
        return { kind: 'refused', error, pending: undefined };
      if (refusalCode(error) !== 'key_reused') return { kind: 'unknown', error, pending };
    }
  }
  return { kind: 'refused', error: reused, pending: undefined };
}

/** Why the server said no; undefined when it did not say so. */
export function refusalCode(error: unknown): RefusalCode | undefined {
  return error instanceof ApiRefusal ? error.code : undefined;
}
