import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';

export type DeliveryLine = { readonly product: number; readonly quantity: number };
export type Delivery = { supplier: string; document: string; lines: readonly DeliveryLine[] };

export const NOTHING: Delivery = { supplier: '', document: '', lines: [] };

/** The lines of a stored draft, which may be anything. */
export const areLines = (lines: unknown): lines is readonly DeliveryLine[] =>
  Array.isArray(lines) &&
  lines.every(
    (line) => Number.isSafeInteger(line?.product) && Number.isSafeInteger(line?.quantity),
  );

/** The product's line comes first, with as many more. */
export function withMore(lines: readonly DeliveryLine[], { product, quantity }: DeliveryLine) {
  const before = lines.find((line) => line.product === product)?.quantity ?? 0;
  return [
    { product, quantity: Math.min(MAX_QUANTITY, before + quantity) },
    ...lines.filter((line) => line.product !== product),
  ];
}
