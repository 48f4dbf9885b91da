import { isEan } from '@balcao/domain/ean.ts';
import {
  countedProduct,
  type InactiveCodes,
  inactiveName,
  type ProductIndex,
  saleOfReceipt,
} from '../order/product-search.ts';

/** Fewer characters may be typed by a program, which makes no pause either. */
const SHORTEST_CODE = 3;
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
  inactive: InactiveCodes | undefined,
): Read {
  if (!index) return undefined;
  const product = inactiveName(inactive, text) ?? countedProduct(index, text);
  if (product !== undefined) return text.length >= shortestIn(field) ? 'known' : undefined;
  if (saleOfReceipt(index, inactive, text) !== undefined) return 'known';
  return isEan(text) ? 'unknown' : undefined;
}

function shortestIn({ id, inputMode }: HTMLInputElement): number {
  if (id === 'code') return 1;
  const isNumber = inputMode === 'numeric' && id !== 'cpf' && id !== 'registration';
  return isNumber ? SHORTEST_AMONG_NUMBERS : SHORTEST_CODE;
}
