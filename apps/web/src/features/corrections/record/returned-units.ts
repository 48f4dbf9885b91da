import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { type Cents, centsFromReais, sumCents } from '@balcao/domain/money.ts';
import { refundWorth } from '@balcao/domain/refund-worth.ts';

export type SoldItem = SaleToCorrect['items'][number];

/** Units of one line that come back, as the server takes them. */
export type ReturnedUnits = {
  readonly line: number;
  readonly quantity: number;
  /** They do not go back to the stock. */
  readonly damaged?: boolean;
};

/** How many units of each line come back; null for what was typed and is no whole number. */
export type Units = Readonly<Record<number, number | null>>;

export const leftOf = ({ quantity, returned }: SoldItem) => quantity - returned;

/** No line above the units that are left, which another window may have changed. */
export function withinLeft(items: readonly SoldItem[], units: Units): Units {
  return Object.fromEntries(
    items.map((item) => {
      const { [item.line]: wanted = 0 } = units;
      return [item.line, wanted === null ? null : Math.min(wanted, leftOf(item))];
    }),
  );
}

export function everythingLeft(items: readonly SoldItem[]): Units {
  return Object.fromEntries(items.map((item) => [item.line, leftOf(item)]));
}

export function worthOfItem(item: SoldItem, units: number): Cents {
  const { quantity, returned, total } = item;
  return refundWorth({ netTotal: centsFromReais(total), quantity, before: returned, units });
}

export function worthOfUnits(items: readonly SoldItem[], units: Units): Cents {
  return sumCents(items.map((item) => worthOfItem(item, units[item.line] ?? 0)));
}

const NONE: ReadonlySet<number> = new Set();

export function unitsByLine(units: Units, damaged: ReadonlySet<number> = NONE): ReturnedUnits[] {
  return Object.entries(units).flatMap(([key, quantity]) => {
    const line = Number(key);
    return quantity ? [{ line, quantity, ...(damaged.has(line) && { damaged: true }) }] : [];
  });
}

/** For an administrator who approves it: '2 × Camiseta' for each line. */
export function unitWords(sold: readonly SoldItem[], items: readonly ReturnedUnits[]): string[] {
  return items.map(({ line, quantity, damaged }) => {
    const item = sold.find((one) => one.line === line);
    return `${quantity} × ${item?.product_info.name ?? `item ${line}`}${damaged ? ', avariado' : ''}`;
  });
}
