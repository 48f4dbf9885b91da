import { STOCK_FILTERS, type StockFilter } from '@balcao/domain/product/stock.ts';
import { today } from '../../storage/server-clock.ts';
import {
  choice,
  choiceOr,
  type Days,
  day,
  days,
  defineFilter,
  flag,
  text,
} from '../../ui/lists/filter.ts';

export const FILTER_WORDS: Readonly<Record<StockFilter, string>> = {
  missing: 'Em falta',
  below: 'Abaixo do mínimo',
  unsold: 'Sem venda há um ano',
};

const ORDERS = ['name', 'on_hand', 'sold', 'days'] as const;

/** `day`: as it was at its end. `plain`: a row for each product. */
export const stockFilter = defineFilter({
  fields: {},
  beside: {
    search: text(),
    only: choice(STOCK_FILTERS),
    day,
    plain: flag,
    order: choiceOr(
      'name',
      ORDERS.flatMap((order) => [order, `-${order}`] as const),
    ),
  },
});

/** Without both days, the month that comes. */
function nextMonth({ startDate, endDate }: Days): Days {
  if (startDate && endDate) return { startDate, endDate };
  const [year, month] = today().split('-').map(Number) as [number, number];
  const dayOf = (of: number, day: number) =>
    new Date(Date.UTC(year, of, day)).toISOString().slice(0, 10);
  return { startDate: dayOf(month, 1), endDate: dayOf(month + 1, 0) };
}

/** `all`: also what is not followed. */
export const purchaseFilter = defineFilter({
  fields: days,
  beside: { search: text(), all: flag },
  otherwise: nextMonth,
});
