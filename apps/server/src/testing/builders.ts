import { randomInt, randomUUID } from 'node:crypto';
import type { ApprovedAction } from '@balcao/contract/accounts/approvals.ts';
import type { Client, Student } from '@balcao/contract/people/lookups.ts';
import type { NewParkedSale } from '@balcao/contract/sales/parked-sales.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import type { PaymentMethod } from '@balcao/contract/shop/payment-methods.ts';
import { withCheckDigits } from '@balcao/domain/cpf.ts';
import type { Income } from '@balcao/domain/income.ts';
import { type Cents, cents, reaisFromCents, ZERO } from '@balcao/domain/money.ts';
import { netPayments } from '@balcao/domain/net-payments.ts';
import { PAYMENT_LINE_NUMBERS } from '@balcao/domain/payment-lines.ts';
import {
  itemTotals,
  NO_DISCOUNT,
  type PercentHundredths,
  saleTotals,
} from '@balcao/domain/sale-total.ts';
import type { Connection, Db } from '../database/connection.ts';
import { inTransaction } from '../database/transaction.ts';
import { approvedHash } from '../features/approvals/approvals.service.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { hashToken, newToken } from '../features/auth/token-hashes.ts';
import { productRows } from '../features/products/products.repository.ts';
import { insertSales } from '../features/sales/insert-sales.repository.ts';
import type { StoredProduct, StoredSale } from '../features/sales/sale-record.ts';
import { insertUser } from '../features/users/users.repository.ts';
import { DATE_SALES } from './past.ts';

/** Valid rows for tests and for the sample shop; the caller gives only the fields that matter. */

let made = 0;
const next = () => ++made;

export const PASSWORD = 'senha-do-teste';
// One hash for all users, because argon2 is slow by design.
const passwordHash = hashPassword(PASSWORD);

export type BuiltUser = { id: number; name: string; login: string; admin: boolean };

export async function aUser(
  db: Db,
  given: Partial<Parameters<typeof insertUser>[1]> = {},
): Promise<BuiltUser> {
  const number = next();
  const user = {
    name: `Pessoa ${number}`,
    login: `pessoa${number}`,
    admin: false,
    active: true,
    passwordHash: await passwordHash,
    mustChangePassword: false,
    ...given,
  };
  return inTransaction(db, (tx) => insertUser(tx, user));
}

export async function aProduct(
  db: Db,
  given: {
    code?: string;
    name?: string;
    price?: Cents;
    active?: boolean;
    pinned?: boolean;
    income?: Income | null;
  } = {},
): Promise<StoredProduct> {
  const number = next();
  const { price = cents(1_000 + number), ...fields } = given;
  const defaults = {
    code: `P${number}`,
    name: `Produto ${number}`,
    active: true,
    pinned: false,
    income: null,
  };
  const product = { ...defaults, ...fields };
  const row = await inTransaction(db, (tx) =>
    productRows.insert(tx, { ...product, price_cents: price }),
  );
  return { id: row.id, code: row.code, name: row.name, unitPrice: row.price_cents };
}

export function aPaymentMethod(db: Db, given: { name?: string } = {}): Promise<PaymentMethod> {
  return db
    .insertInto('payment_methods')
    .values({ name: `Forma ${next()}`, ...given })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}

/** A fictitious CPF with valid check digits. */
export function aCpf(nineDigits: number = randomInt(1, 999_999_999)): string {
  return withCheckDigits(String(nineDigits).padStart(9, '0'));
}

export function aClient(db: Db, given: { cpf?: string; name?: string } = {}): Promise<Client> {
  return db
    .insertInto('clients')
    .values({ cpf: aCpf(), name: `Cliente ${next()}`, ...given })
    .returning(['id', 'cpf', 'name'])
    .executeTakeFirstOrThrow();
}

export function aStudent(
  db: Db,
  given: { registration?: string; name?: string; class?: string } = {},
): Promise<Student> {
  const number = next();
  return db
    .insertInto('students')
    .values({ registration: String(20_000_000_000 + number), name: `Aluno ${number}`, ...given })
    .returning(['id', 'registration', 'name'])
    .executeTakeFirstOrThrow();
}

export type GivenItem = {
  product: StoredProduct;
  quantity?: number;
  discountPercent?: PercentHundredths;
};
export type GivenPayment = { method: PaymentMethod; amount: Cents };

/** A client, a product and a payment method for a sale that is paid without change. */
export async function saleParts(db: Db, given: { price?: Cents } = {}) {
  const product = await aProduct(db, given);
  const payment = { method: await aPaymentMethod(db), amount: product.unitPrice };
  return { client: await aClient(db), items: [{ product }], payments: [payment] };
}

/** The figures of a sale, by the rules of the domain. */
function figures(
  items: readonly GivenItem[],
  payments: readonly GivenPayment[],
  generalDiscount = ZERO,
) {
  const lines = items.map(({ product, quantity = 1, discountPercent = NO_DISCOUNT }) => ({
    product,
    quantity,
    discountPercent,
    ...itemTotals({ quantity, unitPrice: product.unitPrice, discountPercent }),
  }));
  const totals = saleTotals({
    items: lines,
    generalDiscount,
    payments: payments.map((payment) => payment.amount),
  });
  return { lines, totals };
}

export type GivenSale = {
  seller: { id: number; name: string };
  client: Client;
  student?: Student | null;
  items: readonly GivenItem[];
  payments: readonly GivenPayment[];
  generalDiscount?: Cents;
  createdAt?: Date;
  key?: string;
};

/** Records a sale, then moves it to `createdAt`, for which the pool has to be the owner's. */
export async function aSale(
  pool: Pick<Connection['pool'], 'query'>,
  given: GivenSale,
): Promise<StoredSale> {
  return (await manySales(pool, [given]))[0] as StoredSale;
}

/** Records sales in one statement, numbered in their order, then moves them like aSale(). */
export async function manySales(
  pool: Pick<Connection['pool'], 'query'>,
  given: readonly GivenSale[],
): Promise<StoredSale[]> {
  // The statement inserts in the order of the keys.
  const keys = given.map(() => randomUUID()).sort();
  const sales = given.map((each, place) => ({
    ...saleOf(each),
    idempotencyKey: each.key ?? (keys[place] as string),
    requestHash: Buffer.alloc(32),
  }));
  const inserted = await insertSales(pool, sales);
  const stored = sales.map((sale, place) => {
    const made = inserted[place];
    if (!made || 'broken' in made) throw new Error(`A new sale was not written: ${made?.broken}`);
    const { createdAt = made.createdAt } = given[place] as GivenSale;
    return { ...sale, ...made, createdAt };
  });
  const dated = stored.filter((_, place) => given[place]?.createdAt);
  const moments = [dated.map(({ id }) => id), dated.map(({ createdAt }) => createdAt)];
  if (dated.length > 0) await pool.query(DATE_SALES, moments);
  return stored;
}

function saleOf(given: GivenSale) {
  const { generalDiscount = ZERO } = given;
  const { lines, totals } = figures(given.items, given.payments, generalDiscount);
  const paid = given.payments.map(({ method, amount }, index) => ({
    line: index + 1,
    methodId: method.id,
    method: method.name,
    amount,
  }));
  const net = netPayments(paid, totals.change);
  return {
    ...totals,
    seller: { id: given.seller.id, name: given.seller.name },
    client: given.client,
    student: given.student ?? null,
    generalDiscount,
    items: lines,
    payments: paid.map((payment, index) => ({ ...payment, net: net[index]?.amount ?? ZERO })),
  };
}

/** The payload that the counter sends. */
export function aSalePayload(given: {
  client: { id: number };
  student?: { id: number } | null;
  items: readonly GivenItem[];
  payments: readonly GivenPayment[];
  generalDiscount?: Cents;
}): NewSale {
  const { lines, totals } = figures(given.items, given.payments, given.generalDiscount);
  const paymentLines = PAYMENT_LINE_NUMBERS.flatMap((line) => {
    const payment = given.payments[line - 1];
    return [
      [`payment_method${line}`, payment ? reaisFromCents(payment.amount) : null],
      [`payment_desc${line}`, payment?.method.name ?? null],
    ];
  });
  return {
    products: lines.map((line) => ({
      product: line.product.id,
      quantity: line.quantity,
      subtotal: reaisFromCents(line.subtotal),
      desc_percent: line.discountPercent / 100,
      desc_value: reaisFromCents(line.discount),
      total: reaisFromCents(line.total),
    })),
    client: given.client.id,
    student: given.student?.id ?? null,
    ...(Object.fromEntries(paymentLines) as Partial<NewSale>),
    subtotal: reaisFromCents(totals.subtotal),
    total: reaisFromCents(totals.total),
    total_general: reaisFromCents(totals.totalGeneral),
    desc_general: reaisFromCents(given.generalDiscount ?? ZERO),
    valor_pago: reaisFromCents(totals.paid),
    troco: reaisFromCents(totals.change),
  };
}

/** The token of an approval of one request of this seller, by default by a new administrator. */
export async function anApproval(
  db: Db,
  seller: { id: number },
  of: { action: ApprovedAction; subject: number; body: object; approver?: { id: number } },
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('approvals')
    .values({
      token_hash: hashToken(token),
      approved_by: (of.approver ?? (await aUser(db, { admin: true }))).id,
      request_hash: await approvedHash(db, { seller, ...of }),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  return token;
}

/** An order that a counter parks, under a key of its own. */
export function aParkedOrder(given: Partial<NewParkedSale> = {}): NewParkedSale {
  return {
    key: randomUUID(),
    client: { cpf: '', name: `Cliente ${next()}` },
    student: { registration: '', name: '' },
    items: [],
    ...given,
  };
}
