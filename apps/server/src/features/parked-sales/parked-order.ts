import { isDeepStrictEqual } from 'node:util';
import type { NewParkedSale, ParkedSale, TakenSale } from '@balcao/contract/sales/parked-sales.ts';
import { hiddenCpf } from '@balcao/domain/cpf.ts';
import { cents, MAX_CENTS, reaisFromCents } from '@balcao/domain/money.ts';
import type { Tx } from '../../database/connection.ts';
import type { ParkedItem } from '../../database/tables.ts';
import { Refusal } from '../../request/refusal.ts';
import {
  currentClient,
  type OrderColumns,
  type ParkedRow,
  PEOPLE,
  productsById,
} from './parked-sales.repository.ts';

/** Parked orders as they are sent, stored and shown. */

/** At the prices of now; the browser's are not believed. */
export async function pricedItems(tx: Tx, items: NewParkedSale['items']): Promise<ParkedItem[]> {
  const products = await productsById(tx, idsOf(items));
  const priced = items.map(({ product, quantity }, index) => {
    const price_cents = products.get(product)?.price_cents;
    if (price_cents === undefined) {
      throw new Refusal('unknown_product', { field: `body/items/${index}/product` });
    }
    return { product, quantity, price_cents };
  });
  if (totalOf(priced) > MAX_CENTS) throw new Refusal('amount_too_large', { field: 'body/items' });
  return priced;
}

const idsOf = (items: readonly { product: number }[]) => items.map(({ product }) => product);

const totalOf = (items: readonly ParkedItem[]) =>
  items.reduce((sum, { quantity, price_cents }) => sum + quantity * price_cents, 0);

type SentOrder = Omit<OrderColumns, 'items'> & Pick<NewParkedSale, 'items'>;

/** Whether a late retry has sent the stored order, whose names may be erased. */
export function isSameOrder({ erased, ...stored }: ParkedRow, sent: SentOrder): boolean {
  const textOf = (order: SentOrder) => [
    ...order.items.map(({ product, quantity }) => `${quantity} of ${product}`),
    ...order.payments.map(({ method, amount_cents }) => `${amount_cents} by ${method}`),
    ...order.material_lists.map((name) => `list ${name}`),
    `client offered: ${order.client_offered}`,
    ...(erased ? [] : PEOPLE.map((column) => order[column])),
  ];
  return isDeepStrictEqual(textOf(stored), textOf(sent));
}

/** `parker`: the name of the seller who parked it, if somebody else reads it. */
export function parkedSaleOf(
  { id, parked_at, items, for_anyone, ...people }: ParkedRow,
  parker: string | null = null,
): ParkedSale {
  return {
    id,
    parked_at: parked_at.toISOString(),
    client_name: people.client_name,
    student_name: people.student_name,
    first_product: items[0]?.product ?? null,
    items: items.reduce((sum, { quantity }) => sum + quantity, 0),
    total: reaisFromCents(cents(totalOf(items))),
    ...(for_anyone && { for_anyone }),
    ...(parker !== null && { parked_by: parker }),
  };
}

/** Nobody who takes an order up learns the CPF of a client who was offered. */
async function clientOf(tx: Tx, row: ParkedRow): Promise<TakenSale['client']> {
  const { client_cpf: cpf, client_name: name, client_offered } = row;
  if (!client_offered || cpf === '') return { cpf, name };
  const found = await currentClient(tx, { cpf });
  if (!found) return { cpf: '', name };
  return { id: found.id, cpf: hiddenCpf(cpf), name: found.name };
}

/** With the products that the shop still has. */
export async function takenSale(tx: Tx, row: ParkedRow): Promise<TakenSale> {
  const products = await productsById(tx, idsOf(row.items));
  return {
    id: row.id,
    client: await clientOf(tx, row),
    student: { registration: row.student_registration, name: row.student_name },
    items: row.items.flatMap(({ product, quantity, price_cents }) => {
      const found = products.get(product);
      if (!found) return [];
      const { id, code, name } = found;
      return [{ quantity, product: { id, code, name, price: reaisFromCents(price_cents) } }];
    }),
    payments: row.payments.map(({ method, amount_cents }) => ({
      method,
      amount: amount_cents === null ? null : reaisFromCents(amount_cents),
    })),
    ...(row.material_lists.length > 0 && { lists: row.material_lists }),
  };
}
