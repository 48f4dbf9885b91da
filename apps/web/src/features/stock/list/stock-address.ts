import { parseBusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { StockFilter } from '@balcao/domain/product/stock.ts';
import { readText } from '../../../ui/lists/list-address.ts';

export const FILTER_WORDS: Readonly<Record<StockFilter, string>> = {
  missing: 'Em falta',
  below: 'Abaixo do mínimo',
  unsold: 'Sem venda há um ano',
};

/** '' filters nothing. `day`: as it was at its end. `plain`: a row for each product. */
export function readStockLook({ search, only, day, plain, order }: Record<string, unknown>) {
  return {
    search: readText(search),
    only: `${only}` in FILTER_WORDS ? (only as StockFilter) : ('' as const),
    day: parseBusinessDay(`${day ?? ''}`) ?? ('' as const),
    plain: plain === true,
    order: /^-?(name|on_hand|sold|days)$/.test(`${order}`) ? `${order}` : 'name',
  };
}

/** What an address that anyone may have typed keeps. */
export function readStockSearch(address: Record<string, unknown>) {
  const { search, only, day, plain, order } = readStockLook(address);
  return {
    ...(search && { search }),
    ...(only && { only }),
    ...(day && { day }),
    ...(plain && { plain }),
    ...(order !== 'name' && { order }),
  };
}
