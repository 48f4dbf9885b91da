import type { StockFilter } from '@balcao/domain/product/stock.ts';
import { readText } from '../../../ui/lists/list-address.ts';

export const FILTER_WORDS: Readonly<Record<StockFilter, string>> = {
  missing: 'Em falta',
  below: 'Abaixo do mínimo',
  unsold: 'Sem venda há um ano',
};

/** '' filters nothing. `plain`: a row for each product. */
export function readStockLook({ search, only, plain, order }: Record<string, unknown>) {
  return {
    search: readText(search),
    only: `${only}` in FILTER_WORDS ? (only as StockFilter) : ('' as const),
    plain: plain === true,
    order: /^-?(name|on_hand|sold|days)$/.test(`${order}`) ? `${order}` : 'name',
  };
}

/** What an address that anyone may have typed keeps. */
export function readStockSearch(address: Record<string, unknown>) {
  const { search, only, plain, order } = readStockLook(address);
  return {
    ...(search && { search }),
    ...(only && { only }),
    ...(plain && { plain }),
    ...(order !== 'name' && { order }),
  };
}
