import { hasValidCheckDigits } from '@balcao/domain/cpf.ts';
import { isEan } from '@balcao/domain/product/ean.ts';
import { codesOfRead, withoutAim } from '@balcao/domain/product/read-codes.ts';
import { isOnCard } from '@balcao/domain/student-card.ts';
import { flushSync } from 'react-dom';
import { SHORTEST_BEFORE_TAB, SHORTEST_CODE } from '../../../ui/fields/burst.ts';
import { setFieldValue } from '../../../ui/fields/unseen.ts';
import { isReadOfTrade } from '../../products/search/product-index.ts';
import { countedProduct, meaningOf, type ProductIndex } from '../order/product-search.ts';
import type { CounterState } from '../sale/counter-state.ts';

/** The counter and the focused field before the first key of a burst. */
export type Before = {
  readonly state: CounterState;
  readonly field: HTMLInputElement;
  readonly value: string;
  readonly caret: readonly [number | null, number | null];
};

export function beforeKey(state: CounterState, target: EventTarget | null): Before | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const { value, selectionStart, selectionEnd } = target;
  return { state, field: target, value, caret: [selectionStart, selectionEnd] };
}

export function putBack({ field, value, caret }: Before): void {
  // A searchable field drops its unfinished text when it loses the focus.
  if (field.value !== value) {
    flushSync(() => field.blur());
    field.focus();
  }
  if (field.value !== value) {
    setFieldValue(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(...caret);
}

/** A program types "100" as an amount, even if a product has that code. */
const SHORTEST_AMONG_NUMBERS = 5;

/** `unknown`: a bar code of trade that no product has. */
export type Read = 'known' | 'unknown' | undefined;

/**
 * Whether a text at a scanner's pace was read by a scanner. Any other was typed by a person, or by a program in a
 * person's place.
 */
export function whatWasRead(
  text: string,
  field: HTMLInputElement,
  index: ProductIndex | undefined,
): Read {
  if (!index) return undefined;
  const { sale, ...ofCode } = meaningOf(index, text);
  if (!isNothing(ofCode)) return text.length >= shortestIn(field) ? 'known' : undefined;
  if (sale !== undefined || isStudentCard(text, field, index)) return 'known';
  return codesOfRead(text).some(isEan) ? 'unknown' : undefined;
}

/** A person's Tab stays a Tab: only after a code at a scanner's pace does it end a read. */
export function isReadBeforeTab(text: string, index: ProductIndex | undefined): boolean {
  if (!index || text.length < SHORTEST_BEFORE_TAB) return false;
  const isKnown = !isNothing(meaningOf(index, text));
  return isKnown || isReadOfTrade(text) || isStudentCard(text, undefined, index);
}

const isNothing = (meaning: object) => Object.keys(meaning).length === 0;

/**
 * Whether a read is the matrícula on a student's card, and no code. If every text of eleven digits is one, by the
 * shop's setting, a CPF that is read into its field stays there.
 */
export function isStudentCard(
  text: string,
  field: HTMLInputElement | undefined,
  index: ProductIndex | undefined,
): boolean {
  const digits = withoutAim(text);
  if (!index?.card || !isOnCard(index.card, digits)) return false;
  const { sale: _, ...ofCode } = meaningOf(index, text);
  if (!isNothing(ofCode)) return false;
  return index.card.prefix !== '' || field?.id !== 'cpf' || !hasValidCheckDigits(digits);
}

/**
 * Nobody types on a button, so there any text was read, but for a single key that a program presses before Enter,
 * such as + or that of a method.
 */
export function wasReadOutsideFields(text: string, index: ProductIndex | undefined): boolean {
  if (index && countedProduct(index, text)) return true;
  return text.length >= SHORTEST_CODE && /[\p{L}\p{N}]/u.test(text);
}

function shortestIn({ id, inputMode }: HTMLInputElement): number {
  if (id === 'code') return 1;
  const isNumber = inputMode === 'numeric' && id !== 'cpf' && id !== 'registration';
  return isNumber ? SHORTEST_AMONG_NUMBERS : SHORTEST_CODE;
}
