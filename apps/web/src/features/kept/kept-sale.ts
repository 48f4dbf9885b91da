import type { NewKeptSale, RecordedKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import type { NewSale, Sale } from '@balcao/contract/sales/sales.ts';

/** Somebody of a kept sale: on record, or to be registered when it is sent. */
export type KeptPerson =
  | { readonly id: number }
  | { readonly number: string; readonly name: string };

/** The body of a sale without who buys and who sells. */
export type Figures = Omit<NewSale, 'client' | 'student' | 'seller'>;

/** A sale that was finished while the server did not answer, as this computer keeps it. */
export type KeptSale = {
  /** The Idempotency-Key of its order. */
  readonly key: string;
  readonly user: number;
  /** The user's name. */
  readonly seller: string;
  /** ISO. */
  readonly madeAt: string;
  readonly client: KeptPerson;
  readonly student: KeptPerson | null;
  readonly figures: Figures;
  readonly paper: NewKeptSale['paper'];
  /** Bodies under its key that may have been recorded before it was kept. */
  readonly sent: readonly NewSale[];
  /** Its paper, without a number yet. */
  readonly receipt: Sale;
  /** It has a Pix that the seller has not found at the bank. */
  readonly pixUnchecked: boolean;
  /** Why the server has refused it. */
  readonly problem: KeptProblem | null;
};

/** `code`: that of the refusal. */
export type KeptProblem = { readonly code: string; readonly words: string };

/** The kept sale that was sent last, with its number. */
export type SentKept = Pick<RecordedKeptSale, 'reasons'> & {
  /** The number of the sale; null if it is on the administrators' list alone. */
  readonly id: number | null;
};
