import type { NewSale, Sale } from '@balcao/contract/sales.ts';
import { NO_PAYMENTS } from './payment-rows.ts';
import type { SaleDraft } from './sale-draft.ts';

/**
 * A sale under way. It is stored before anything is sent, so that a reload in the middle, or a network
 * that swallows the answer, finds the same key again: the server keeps one sale per key.
 */
export type PendingSale = {
  readonly key: string;
  readonly draft: SaleDraft;
  /** Bodies sent under this key whose outcome is not known, the newest last. */
  readonly sent: readonly NewSale[];
  /** The tries have ended and the seller was told: a reload brings it back, but sends nothing unasked. */
  readonly stopped: boolean;
  /** When the seller asked for it, in milliseconds. */
  readonly askedAt: number;
  /** A sale that had been recorded before this one was changed, until the seller has read so. */
  readonly earlier?: Sale;
  /** That one is what is on the screen, which another tab has sold. */
  readonly copied?: boolean;
};

/** After this long the seller may have dealt with it in another way, so it waits to be asked for. */
const GOES_ON_FOR_MS = 120_000;

/** Whether a sale that was left in the middle goes on by itself. */
export function goesOn(pending: PendingSale, now: number): boolean {
  return !pending.stopped && now - pending.askedAt < GOES_ON_FOR_MS;
}

/** Per seller: whoever signs in next in the same tab neither resumes nor overwrites it. */
const storageKey = (seller: number) => `pending-sale:${seller}`;

/** Throws when the browser cannot store it, in which case nothing may be sent. */
export function storePending(seller: number, pending: PendingSale): void {
  sessionStorage.setItem(storageKey(seller), JSON.stringify(pending));
}

export function clearPending(seller: number): void {
  sessionStorage.removeItem(storageKey(seller));
}

export function readPending(seller: number): PendingSale | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(seller)) ?? 'null');
    return isPending(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isPending(value: unknown): value is PendingSale {
  const pending = value as PendingSale | null;
  return (
    typeof pending?.key === 'string' &&
    typeof pending.askedAt === 'number' &&
    Array.isArray(pending.sent) &&
    isDraft(pending.draft)
  );
}

export function isDraft(value: unknown): value is SaleDraft {
  const draft = value as SaleDraft | null | undefined;
  return (
    Array.isArray(draft?.items) &&
    draft.items.every(
      (item) => Number.isInteger(item?.product?.price) && Number.isInteger(item.quantity),
    ) &&
    Array.isArray(draft.payments) &&
    draft.payments.length === NO_PAYMENTS.length &&
    draft.payments.every((row) => row !== null && typeof row === 'object') &&
    typeof draft.client?.digits === 'string' &&
    typeof draft.student?.digits === 'string'
  );
}

/** The same sale with one more body that may have reached the server. */
export function withSent(pending: PendingSale, body: NewSale): PendingSale {
  const others = pending.sent.filter((sent) => !sameBody(sent, body));
  return { ...pending, sent: [...others, body] };
}

/** The same sale without a body that the server has certainly not recorded. */
export function withoutSent(pending: PendingSale, body: NewSale): PendingSale {
  return { ...pending, sent: pending.sent.filter((sent) => !sameBody(sent, body)) };
}

/** Bodies are built by one function, fields in one order, so their text tells them apart. */
export function sameBody(a: NewSale, b: NewSale): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
