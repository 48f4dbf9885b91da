import { randomInt, randomUUID } from 'node:crypto';
import type { Client } from '@balcao/contract/clients.ts';
import type { PaymentMethod } from '@balcao/contract/payment-methods.ts';
import type { NewSale } from '@balcao/contract/sales.ts';
import type { Student } from '@balcao/contract/students.ts';
import { withCheckDigits } from '@balcao/domain/cpf.ts';
import { type Cents, cents, reaisFromCents, ZERO } from '@balcao/domain/money.ts';
import { netPayments } from '@balcao/domain/net-payments.ts';
import {
  itemTotals,
  NO_DISCOUNT,
  type PercentHundredths,
  saleTotals,
} from '@balcao/domain/sale-total.ts';
import type { Connection, Db } from '../database/connection.ts';
import { inTransaction } from '../database/transaction.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { insertProduct } from '../features/products/products.repository.ts';
import { insertSales } from '../features/sales/insert-sales.repository.ts';
import type { StoredProduct, StoredSale } from '../features/sales/sale-record.ts';
import { insertUser } from '../features/users/users.repository.ts';

/** Rows for tests and for the sample shop; what the caller does not say is filled in, and is valid. */

let made = 0;
const next = () => ++made;

export const PASSWORD = 'senha-do-teste';
// One hash for all: argon2 costs what it has to, and the tests need hundreds of users.
const passwordHash = hashPassword(PASSWORD);

export type BuiltUser = { id: number; name: string; login: string; admin: boolean };

export async function aUser(
  db: Db,
  given: {
    name?: string;
    login?: string;
    admin?: boolean;
    active?: boolean;
    passwordHash?: string;
    mustChangePassword?: boolean;
  } = {},
): Promise<BuiltUser> {
  const number = next();
  return inTransaction(db, async (tx) =>
    insertUser(tx, {
      name: given.name ?? `Pessoa ${number}`,
      login: given.login ?? `pessoa${number}`,
      admin: given.admin ?? false,
      active: given.active ?? true,
      passwordHash: given.passwordHash ?? (await passwordHash),
      mustChangePassword: given.mustChangePassword ?? false,
    }),
  );
}

export async function aProduct(
  db: Db,
  given: { code?: string; name?: string; price?: Cents; active?: boolean } = {},
): Promise<StoredProduct> {
  const number = next();
  const row = await inTransaction(db, (tx) =>
    insertProduct(tx, {
      code: given.code ?? `P${number}`,
      name: given.name ?? `Produto ${number}`,
      price_cents: given.price ?? cents(1_000 + number),
      active: given.active ?? true,
    }),
  );
  return { id: row.id, code: row.code, name: row.name, unitPrice: row.price_cents };
}

export function aPaymentMethod(db: Db, given: { name?: string } = {}): Promise<PaymentMethod> {
  return db
    .insertInto('payment_methods')
    .values({ name: given.name ?? `Forma ${next()}` })
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
    .values({ cpf: given.cpf ?? aCpf(), name: given.name ?? `Cliente ${next()}` })
    .returning(['id', 'cpf', 'name'])
    .executeTakeFirstOrThrow();
}

export function aStudent(
  db: Db,
  given: { registration?: string; name?: string } = {},
): Promise<Student> {
  const number = next();
  return db
    .insertInto('students')
    .values({
      registration: given.registration ?? String(20_000_000_000 + number),
      name: given.name ?? `Aluno ${number}`,
    })
    .returning(['id', 'registration', 'name'])
    .executeTakeFirstOrThrow();
}

export type GivenItem = {
  product: StoredProduct;
  quantity?: number;
  discountPercent?: PercentHundredths;
};
export type GivenPayment = { method: PaymentMethod; amount: Cents };

/** The figures of a sale, by the rules of the domain. */
function figures(items: readonly GivenItem[], payments: readonly GivenPayment[]) {
  const lines = items.map(({ product, quantity = 1, discountPercent = NO_DISCOUNT }) => ({
    product,
    quantity,
    discountPercent,
    ...itemTotals({ quantity, unitPrice: product.unitPrice, discountPercent }),
  }));
  const totals = saleTotals({
    items: lines,
    generalDiscount: ZERO,
    payments: payments.map((payment) => payment.amount),
  });
  return { lines, totals };
}

/** Puts a sale into the books as it would have been recorded at `createdAt` (default: now). */
export async function aSale(
  pool: Pick<Connection['pool'], 'query'>,
  given: {
    seller: { id: number; name: string };
    client: Client;
    student?: Student | null;
    items: readonly GivenItem[];
    payments: readonly GivenPayment[];
    createdAt?: Date;
  },
): Promise<StoredSale> {
  const { lines, totals } = figures(given.items, given.payments);
  const paid = given.payments.map(({ method, amount }, index) => ({
    line: index + 1,
    methodId: method.id,
    method: method.name,
    amount,
  }));
  const net = netPayments(paid, totals.change);
  const sale = {
    ...totals,
    seller: { id: given.seller.id, name: given.seller.name },
    client: given.client,
    student: given.student ?? null,
    generalDiscount: ZERO,
    items: lines,
    payments: paid.map((payment, index) => ({ ...payment, net: net[index]?.amount ?? ZERO })),
  };
  const [inserted] = await insertSales(pool, [
    {
      ...sale,
      idempotencyKey: randomUUID(),
      requestHash: Buffer.alloc(32),
      ...(given.createdAt && { createdAt: given.createdAt }),
    },
  ]);
  if (!inserted) throw new Error('The key of a new sale was taken');
  return { ...sale, ...inserted };
}

/** The payload that the counter would send. */
export function aSalePayload(given: {
  client: { id: number };
  student?: { id: number } | null;
  items: readonly GivenItem[];
  payments: readonly GivenPayment[];
}): NewSale {
  const { lines, totals } = figures(given.items, given.payments);
  const amount = (line: number) => {
    const payment = given.payments[line - 1];
    return payment ? reaisFromCents(payment.amount) : null;
  };
  const description = (line: number) => given.payments[line - 1]?.method.name ?? null;
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
    payment_method1: amount(1),
    payment_method2: amount(2),
    payment_method3: amount(3),
    payment_method4: amount(4),
    payment_method5: amount(5),
    payment_desc1: description(1),
    payment_desc2: description(2),
    payment_desc3: description(3),
    payment_desc4: description(4),
    payment_desc5: description(5),
    subtotal: reaisFromCents(totals.subtotal),
    total: reaisFromCents(totals.total),
    total_general: reaisFromCents(totals.totalGeneral),
    desc_general: 0,
    valor_pago: reaisFromCents(totals.paid),
    troco: reaisFromCents(totals.change),
  };
}
