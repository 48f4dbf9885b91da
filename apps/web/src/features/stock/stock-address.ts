import { parseBusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { StockFilter } from '@balcao/domain/product/stock.ts';
import { today } from '../../storage/server-clock.ts';
import { readDays, readPeriodSearch, readText } from '../../ui/lists/list-address.ts';

type Address = Record<string, unknown>;

export const FILTER_WORDS: Readonly<Record<StockFilter, string>> = {
  missing: 'Em falta',
  below: 'Abaixo do mínimo',
  unsold: 'Sem venda há um ano',
};

/** '' filters nothing. `day`: as it was at its end. `plain`: a row for each product. */
export function readStockLook({ search, only, day, plain, order }: Address) {
  return {
    search: readText(search),
    only: `${only}` in FILTER_WORDS ? (only as StockFilter) : ('' as const),
    day: parseBusinessDay(`${day ?? ''}`) ?? ('' as const),
    plain: plain === true,
    order: /^-?(name|on_hand|sold|days)$/.test(`${order}`) ? `${order}` : 'name',
  };
}

/** What an address that anyone may have typed keeps. */
export function readStockSearch(address: Address) {
  const { search, only, day, plain, order } = readStockLook(address);
  return {
    ...(search && { search }),
    ...(only && { only }),
    ...(day && { day }),
    ...(plain && { plain }),
    ...(order !== 'name' && { order }),
  };
}

export type PurchasePeriod = { startDate: string; endDate: string };

/** Without days, the month that comes. */
export function readNextPeriod(address: Address): PurchasePeriod {
  const days = readDays(address);
  if (days.startDate && days.endDate) return days;
  const [year, month] = today().split('-').map(Number) as [number, number];
  const dayOf = (of: number, day: number) =>
    new Date(Date.UTC(year, of, day)).toISOString().slice(0, 10);
  return { startDate: dayOf(month, 1), endDate: dayOf(month + 1, 0) };
}

/** `all`: also what is not followed. */
export const readPurchaseLook = ({ search, all }: Address) => ({
  search: readText(search),
  all: all === true,
});

/** What an address that anyone may have typed keeps. */
export function readPurchaseSearch(address: Address) {
  const { search, all } = readPurchaseLook(address);
  return { ...readPeriodSearch(address), ...(search && { search }), ...(all && { all }) };
}
