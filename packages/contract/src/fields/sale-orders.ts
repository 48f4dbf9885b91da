// This file holds no schema, so the browser can load it.

/** The orders of the list of sales; a minus turns one round. */
export const SALE_ORDERS = [
  '-date',
  'date',
  'seller',
  '-seller',
  'client',
  '-client',
  'total',
  '-total',
] as const;
export type SaleOrder = (typeof SALE_ORDERS)[number];

/** What the list of sales may be narrowed to. */
export const SALES_ONLY = ['discounted', 'corrected', 'deleted'] as const;
export type SalesOnly = (typeof SALES_ONLY)[number];
