import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';

/** `again`: what was typed beside what stood there already, and may be the same boxes typed twice. */
export type DeliveryLine = {
  readonly product: number;
  readonly quantity: number;
  readonly again?: number;
};
export type Delivery = { supplier: string; document: string; lines: readonly DeliveryLine[] };

export const NO_DELIVERY: Delivery = { supplier: '', document: '', lines: [] };

/** The lines of a stored draft, which may be anything. */
export const areLines = (lines: unknown): lines is readonly DeliveryLine[] =>
  Array.isArray(lines) &&
  lines.every(
    (line) => Number.isSafeInteger(line?.product) && Number.isSafeInteger(line?.quantity),
  );

/** The product's line comes first, with as many more. A scanner's single pieces are a quantity that grows. */
export function withMore(
  lines: readonly DeliveryLine[],
  { product, quantity }: DeliveryLine,
): DeliveryLine[] {
  const line = lines.find((line) => line.product === product);
  const before = line?.quantity ?? 0;
  const again = before > 1 && quantity > 1 ? quantity : line?.again;
  return [
    { product, quantity: Math.min(MAX_QUANTITY, before + quantity), ...(again && { again }) },
    ...lines.filter((line) => line.product !== product),
  ];
}
