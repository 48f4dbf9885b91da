import type { User } from '@balcao/contract/accounts/users.ts';
import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { RouteName } from '@balcao/contract/api/routes.ts';
import type { Closing, ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import type { AnswerOf } from '@balcao/contract/endpoint-types.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import type { Client, Student } from '@balcao/contract/people/lookups.ts';
import type { CounterProduct, ListedProduct } from '@balcao/contract/products/products.ts';
import type { PaymentMethod } from '@balcao/contract/shop/payment-methods.ts';
import { isIncome } from '@balcao/domain/income.ts';
import { fieldsOf } from '../../storage/stored-json.ts';
import { readFrom } from './received.ts';
import { receivedSale } from './sale.ts';
import { amountOf, isTrue, itemsOf, numberOf, sumOf, textOf } from './values.ts';

/** Reads the responses of the calls that the specification names, with at least its fields. */

type Readers = { [N in RouteName]?: (body: unknown) => AnswerOf<Endpoints[N]> };

/** Only an object can be a row. */
const rowsOf = (value: unknown) =>
  itemsOf(value).filter((row) => row !== null && typeof row === 'object' && !Array.isArray(row));

/** A row without an id gets one of its place, below zero. */
const idOf = (id: unknown, index: number) => numberOf(id) || -index - 1;

function readPage<Row>(body: unknown, readRow: (row: unknown, index: number) => Row): Page<Row> {
  const { results, total_pages, count } = fieldsOf(body);
  const rows = rowsOf(results ?? body).map(readRow);
  return {
    results: rows,
    total_pages: numberOf(total_pages, rows.length > 0 ? 1 : 0),
    count: numberOf(count, rows.length),
  };
}

const readProduct = (row: unknown, index: number): ListedProduct => {
  const { id, code, name, price, active, pinned, income } = fieldsOf(row);
  return {
    id: idOf(id, index),
    code: textOf(code),
    name: textOf(name),
    price: amountOf(price),
    active: isTrue(active),
    pinned: isTrue(pinned),
    income: isIncome(income) ? income : null,
  };
};

const readCounterProduct = (row: unknown, index: number): CounterProduct => {
  const { pinned: _, income: __, ...product } = readProduct(row, index);
  return { ...product, active: true };
};

const readMethod = (row: unknown, index: number): PaymentMethod => {
  const { id, name } = fieldsOf(row);
  return { id: idOf(id, index), name: textOf(name) };
};

const readUser = (row: unknown, index: number): User => {
  const { id, name, email, active, admin } = fieldsOf(row);
  return {
    id: idOf(id, index),
    name: textOf(name),
    email: textOf(email),
    active: isTrue(active),
    admin: isTrue(admin),
  };
};

const readClient = (row: unknown): Client => {
  const { id, cpf, name } = fieldsOf(row);
  return { id: numberOf(id), cpf: textOf(cpf), name: textOf(name) };
};

const readStudent = (row: unknown): Student => {
  const { id, registration, name } = fieldsOf(row);
  return { id: numberOf(id), registration: textOf(registration), name: textOf(name) };
};

const readListedSale = (row: unknown, index: number) => {
  const sale = receivedSale(row);
  return readFrom({ ...sale, id: idOf(sale.id, index) }, row);
};

const readClosing = (row: unknown, index = 0): ListedClosing => {
  const closing = fieldsOf(row) as Partial<ListedClosing>;
  const numeric = sumOf(closing.total_final, Number.NaN);
  // A text that is no number is shown as it is.
  const total = Number.isNaN(numeric) ? (closing.total_final as number) : numeric;
  const read = {
    version: 1,
    sales_count: 0,
    refunds_count: 0,
    returned_total: 0,
    closed_at: '',
    first_sale: null,
    last_sale: null,
    replaces: null,
    sales_added: 0,
    sales_deleted: 0,
    corrections_added: 0,
    sold_total: total,
    current_total: total,
    ...closing,
    id: idOf(closing.id, index),
    seller_id: numberOf(closing.seller_id),
    date: textOf(closing.date),
    seller_name: textOf(closing.seller_name),
    total_final: total,
    payment_methods: closing.payment_methods ?? {},
  };
  return readFrom(read, row);
};

/** A closing, or the reason why there is none. */
const readClosed = (body: unknown): Closing | { message: string } =>
  fieldsOf(body).message == null ? readClosing(body) : readMessage(body);

/** Only that the call succeeded counts. */
const readMessage = (body: unknown) => ({ message: textOf(fieldsOf(body).message) });

const readChanged =
  <Row>(readRow: (row: unknown, index: number) => Row) =>
  (body: unknown) => ({ ...readRow(body, 0), ...readMessage(body) });

/** What reads it expects anything. */
const asItCame = (body: unknown) => body as never;

export const specified = {
  login: asItCame,
  refreshSession: asItCame,
  logout: asItCame,
  changePassword: readMessage,

  closeBox: readClosed,
  listClosings: (body) => rowsOf(fieldsOf(body).results ?? body).map(readClosing),

  listActiveProducts: (body) => rowsOf(fieldsOf(body).results ?? body).map(readCounterProduct),
  listProducts: (body) => readPage(body, readProduct),
  createProduct: readChanged(readProduct),
  editProduct: readChanged(readProduct),
  deleteProduct: readMessage,

  findClients: (body) => readPage(body, readClient),
  createClient: readClient,
  findStudents: (body) => readPage(body, readStudent),
  createStudent: readStudent,

  createSale: (body) => readFrom(receivedSale(body), body),
  listSales: (body) => readPage(body, readListedSale),
  deleteSale: readMessage,

  listPaymentMethods: (body) => readPage(body, readMethod),
  createPaymentMethod: readChanged(readMethod),
  editPaymentMethod: readChanged(readMethod),
  deletePaymentMethod: readMessage,

  listUsers: (body) => readPage(body, readUser),
  createUser: (body) => ({
    ...readChanged(readUser)(body),
    temporary_password: textOf(fieldsOf(body).temporary_password),
  }),
  editUser: readChanged(readUser),
  deleteUser: readMessage,
} as const satisfies Readers;
