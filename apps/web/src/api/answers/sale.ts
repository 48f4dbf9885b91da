import type { Sale } from '@balcao/contract/sales/sales.ts';
import { PAYMENT_LINE_NUMBERS } from '@balcao/domain/payment-lines.ts';
import { fieldsOf } from '../../storage/stored-json.ts';
import { amountOf, itemsOf, numberOf, sumOf, textOf } from './values.ts';

/** An amount that the response did not have, and that can't be computed from it. */
const UNKNOWN_AMOUNT = Number.NaN;

/**
 * A sale with every field of the contract, from a response with at least those of the specification. What can
 * be computed is; a missing price is UNKNOWN_AMOUNT, and a missing id is 0. Its other fields are kept.
 */
export function receivedSale(value: unknown): Sale {
  const sale = fieldsOf(value);
  const total = amountOf(sale.total_general, numberOf(sale.total, numberOf(sale.subtotal)));
  const payments = readPayments(sale);
  const paid = Object.values(payments).reduce<number>(
    (sum, amount) => sum + (typeof amount === 'number' ? amount : 0),
    0,
  );
  const given = amountOf(sale.valor_pago, paid);
  const client = fieldsOf(sale.client_data);
  const seller = fieldsOf(sale.seller_data);
  return {
    ...sale,
    id: numberOf(sale.id),
    created_at: textOf(sale.created_at),
    client: numberOf(sale.client, numberOf(client.id)),
    student: sale.student_data ? numberOf(fieldsOf(sale.student_data).id) : null,
    seller: numberOf(sale.seller, numberOf(seller.id)),
    client_data: { id: numberOf(client.id), name: textOf(client.name), cpf: textOf(client.cpf) },
    student_data: readStudentOfSale(sale.student_data),
    seller_data: { id: numberOf(seller.id), name: textOf(seller.name) },
    products_data: itemsOf(sale.products_data).map(readItem),
    ...payments,
    subtotal: amountOf(sale.subtotal, total),
    total: amountOf(sale.total, total),
    total_general: total,
    desc_general: amountOf(sale.desc_general),
    valor_pago: given,
    // No more than was paid can go back.
    troco: Math.min(amountOf(sale.troco, sumOf(Math.max(0, paid - total))), sumOf(paid)),
  };
}

/** What the screens need of the sale's student, who may have no name. */
function readStudentOfSale(value: unknown): Sale['student_data'] {
  const { id, registration, name } = fieldsOf(value);
  return textOf(registration) === '' && textOf(name) === ''
    ? null
    : { id: numberOf(id), registration: textOf(registration), name: textOf(name) };
}

function readItem(value: unknown): Sale['products_data'][number] {
  const item = fieldsOf(value);
  const product = fieldsOf(item.product_info);
  const quantity = numberOf(item.quantity);
  const subtotal = amountOf(item.subtotal, UNKNOWN_AMOUNT);
  return {
    quantity,
    subtotal,
    desc_percent: numberOf(item.desc_percent),
    desc_value: amountOf(item.desc_value),
    total: amountOf(item.total, subtotal),
    product_info: {
      id: numberOf(product.id),
      code: textOf(product.code),
      name: textOf(product.name),
      price: amountOf(product.price, UNKNOWN_AMOUNT),
    },
  };
}

type Payments = Pick<Sale, Extract<keyof Sale, `payment_${string}`>>;

function readPayments(sale: Readonly<Record<string, unknown>>): Payments {
  const lines = PAYMENT_LINE_NUMBERS.map((line) => ({
    [`payment_method${line}`]: amountOf(sale[`payment_method${line}`]),
    [`payment_desc${line}`]: textOf(sale[`payment_desc${line}`]),
  }));
  return Object.assign({}, ...lines);
}
