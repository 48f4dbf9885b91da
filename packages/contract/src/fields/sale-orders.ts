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
