import { type IncomePart, isIncomePart } from '@balcao/domain/income.ts';
import { readText, withoutEmpty } from '../../ui/lists/list-address.ts';
import { readPeriod } from '../dashboard/period/dashboard-address.ts';

export const ORDERS = [
  '-net',
  'net',
  '-units',
  'units',
  '-year_ago',
  'year_ago',
  'name',
  '-name',
] as const;
export type Order = (typeof ORDERS)[number];

/** '' filters nothing. */
export type ProductSalesFilter = {
  startDate: string;
  endDate: string;
  /** The id of who sold. */
  seller: string;
  class: string;
  income: IncomePart | '';
};

type Address = Record<string, unknown>;

/** Defaults to the month so far. */
export function readProductSalesFilter(address: Address): ProductSalesFilter {
  const { seller, income } = address;
  return {
    ...readPeriod(address),
    seller: /^[1-9]\d{0,8}$/.test(`${seller}`) ? `${seller}` : '',
    class: readText(address.class),
    income: isIncomePart(income) ? income : '',
  };
}

/** The order and the grouping, beside the filter. */
export function readLook(address: Address): { order: Order; models: boolean } {
  const order = ORDERS.find((known) => known === address.order) ?? '-net';
  return { order, models: address.models === true };
}

/** What an address that anyone may have typed keeps. */
export function readProductSalesSearch(address: Address) {
  const { order, models } = readLook(address);
  const { startDate, endDate, ...filter } = readProductSalesFilter(address);
  return {
    ...(address.startDate || address.endDate ? { startDate, endDate } : {}),
    ...withoutEmpty(filter),
    ...(order !== '-net' && { order }),
    ...(models && { models: true as const }),
  };
}
