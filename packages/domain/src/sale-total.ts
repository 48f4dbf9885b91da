import { type Cents, cents, MAX_CENTS, subtractCents, sumCents, ZERO } from './money.ts';

/** Hundredths of a percent, from 0 to 10000: 1250 is 12,5 %. */
export type PercentHundredths = number & { readonly __unit: 'percent/100' };

/** The largest quantity of one item. */
export const MAX_QUANTITY = 9_999;
export const MAX_SALE_ITEMS = 300;

export type ItemInput = {
  readonly quantity: number;
  readonly unitPrice: Cents;
  readonly discountPercent: PercentHundredths;
};

export type ItemTotals = {
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly total: Cents;
};

export type SaleTotals = {
  readonly subtotal: Cents;
  readonly total: Cents;
  readonly totalGeneral: Cents;
  readonly paid: Cents;
  readonly change: Cents;
};

/** Throws RangeError unless the percentage is from 0 to 100 and has at most two decimals. */
export function percentHundredths(percent: number): PercentHundredths {
  const hundredths = Math.round(percent * 100);
  if (hundredths < 0 || hundredths > 10_000 || hundredths / 100 !== percent) {
    throw new RangeError(`Not a percentage: ${percent}`);
  }
  return (hundredths === 0 ? 0 : hundredths) as PercentHundredths;
}

export const NO_DISCOUNT = 0 as PercentHundredths;

/** subtotal = price × quantity; discount = subtotal × percent, rounded half up to the centavo. */
export function itemTotals({ quantity, unitPrice, discountPercent }: ItemInput): ItemTotals {
  const subtotal = cents(unitPrice * quantity);
  // The product may exceed 2^53. Adding half and flooring rounds half up.
  const discount = cents(Number((BigInt(subtotal) * BigInt(discountPercent) + 5_000n) / 10_000n));
  return { subtotal, discount, total: subtractCents(subtotal, discount) };
}

/**
 * The figures of a sale. `change` is never negative, so an underpaid sale has paid < totalGeneral;
 * `totalGeneral` is negative if the general discount is larger than the sale. The caller refuses both.
 */
export function saleTotals(sale: {
  readonly items: readonly ItemTotals[];
  readonly generalDiscount: Cents;
  readonly payments: readonly Cents[];
}): SaleTotals {
  const subtotal = sumCents(sale.items.map((item) => item.subtotal));
  const total = sumCents(sale.items.map((item) => item.total));
  const totalGeneral = subtractCents(total, sale.generalDiscount);
  const paid = sumCents(sale.payments);
  const change = cents(Math.max(ZERO, paid - totalGeneral));
  return { subtotal, total, totalGeneral, paid, change };
}

/** Whether every figure is within the largest amount that can be stored. */
export function fitsTheBooks(totals: SaleTotals): boolean {
  return totals.subtotal <= MAX_CENTS && totals.paid <= MAX_CENTS;
}
