import type { Cents } from './money.ts';

/** A sale has room for this many payments. The database checks the same limit. */
export const PAYMENT_LINE_NUMBERS = [1, 2, 3, 4, 5] as const;

export type PaymentLine = { readonly method: string; readonly amount: Cents };
