import { INCOME_PARTS } from '@balcao/domain/income.ts';
import {
  choice,
  choiceOr,
  days,
  defineFilter,
  type Filtered,
  flag,
  idText,
  monthOrDay,
  text,
} from '../../ui/lists/filter.ts';

const ORDERS = [
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

/** `seller`: the id of who sold. */
export const productSalesFilter = defineFilter({
  fields: { ...days, seller: idText, class: text(), income: choice(INCOME_PARTS) },
  beside: { order: choiceOr('-net', ORDERS), models: flag },
  otherwise: monthOrDay,
});

export type ProductSalesFilter = Filtered<typeof productSalesFilter>;
