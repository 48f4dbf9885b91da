import { randomUUID } from 'node:crypto';
import { businessDayOf } from '@balcao/domain/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { PercentHundredths } from '@balcao/domain/sale-total.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Counter, openTestCounter } from '../testing/counter.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';
import type { Db, Tx } from './connection.ts';

/** The last line of defence: the database itself refuses a sale whose figures do not add up. */

let counter: Counter;
let db: Db;

beforeAll(async () => {
  counter = await openTestCounter(afterAll);
  db = counter.shop.owner.db;
});

/** R$ 10,00 less 10 %, less 0,50; paid with 10,00. */
const SALE = { subtotal: 1_000, total: 900, discount: 50, due: 850, paid: 1_000, change: 150 };
const ITEM = {
  line: 1,
  price: 500,
  quantity: 2,
  subtotal: 1_000,
  hundredths: 1_000,
  discount: 100,
  total: 900,
};
const PAYMENT = { line: 1, amount: 1_000, net: 850 };

type Books = {
  sale?: Partial<typeof SALE>;
  items?: Partial<typeof ITEM>[];
  payments?: Partial<typeof PAYMENT>[];
};

/** Inserts a sale with any figures. */
async function write({ sale, items = [{}], payments = [{}] }: Books): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const id = await writeSale(tx, { ...SALE, ...sale });
    for (const item of items) await writeItem(tx, id, item);
    for (const payment of payments) await writePayment(tx, id, payment);
    return id;
  });
}

async function writeSale(tx: Tx, figures: typeof SALE): Promise<number> {
  const { vera, client } = counter;
  const { id } = await tx
    .insertInto('sales')
    .values({
      idempotency_key: randomUUID(),
      request_hash: Buffer.alloc(32),
      seller_id: vera.id,
      seller_name: vera.name,
      client_id: client.id,
      client_name: client.name,
      client_cpf: client.cpf,
      student_id: null,
      student_name: null,
      student_registration: null,
      subtotal_cents: figures.subtotal as Cents,
      total_cents: figures.total as Cents,
      general_discount_cents: figures.discount as Cents,
      total_general_cents: figures.due as Cents,
      paid_cents: figures.paid as Cents,
      change_cents: figures.change as Cents,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function writeItem(tx: Db | Tx, sale: number, change: Partial<typeof ITEM>): Promise<void> {
  const item = { ...ITEM, ...change };
  const { pen } = counter;
  await tx
    .insertInto('sale_items')
    .values({
      sale_id: sale,
      line: item.line,
      product_id: pen.id,
      product_code: pen.code,
      product_name: pen.name,
      unit_price_cents: item.price as Cents,
      quantity: item.quantity,
      subtotal_cents: item.subtotal as Cents,
      discount_hundredths: item.hundredths as PercentHundredths,
      discount_cents: item.discount as Cents,
      total_cents: item.total as Cents,
    })
    .execute();
}

async function writePayment(
  tx: Db | Tx,
  sale: number,
  change: Partial<typeof PAYMENT>,
): Promise<void> {
  const payment = { ...PAYMENT, ...change };
  const { cash } = counter;
  await tx
    .insertInto('sale_payments')
    .values({
      sale_id: sale,
      line: payment.line,
      payment_method_id: cash.id,
      method_name: cash.name,
      amount_cents: payment.amount as Cents,
      net_cents: payment.net as Cents,
    })
    .execute();
}

const CHECK_VIOLATION = { code: '23514' };

test('figures that add up are taken', async () => {
  await expect(write({})).resolves.toBeGreaterThan(0);
  const halves = {
    price: 1,
    quantity: 101,
    subtotal: 101,
    hundredths: 5_000,
    discount: 51,
    total: 50,
  };
  await expect(
    write({
      sale: { subtotal: 101, total: 50, discount: 0, due: 50, paid: 50, change: 0 },
      items: [halves],
      payments: [{ amount: 50, net: 50 }],
    }),
  ).resolves.toBeGreaterThan(0);
});

const paidWith = (amount: number) => ({
  sale: { paid: amount, change: amount - 850 },
  payments: [{ amount }],
});

test.each<[string, Books]>([
  ['a sale without items', { items: [] }],
  ['a sale without payments', { payments: [] }],
  ['an item too many', { items: [{}, { line: 2 }] }],
  ['a payment too many', { payments: [{}, { line: 2 }] }],
  ['another subtotal than its items', { sale: { subtotal: 1_001 } }],
  ['another total than its items', { sale: { total: 899, due: 849, change: 151 } }],
  ['another discount than its total less what is due', { sale: { discount: 49 } }],
  ['another change than paid less due', { sale: { change: 149 } }],
  ['more paid than its payments', { sale: { paid: 1_001, change: 151 } }],
  ['net payments short of what is due', { payments: [{ net: 849 }] }],
  ['net payments past what is due', { payments: [{ net: 851 }] }],
  ['the change kept in the till', { payments: [{ net: 1_000 }] }],
  [
    'less paid than due',
    { sale: { paid: 849, change: -1 }, payments: [{ amount: 849, net: 849 }] },
  ],
  ['a discount past the total', { sale: { discount: 901, due: -1, change: 1_001 } }],
  [
    'a negative discount',
    { sale: { discount: -1, due: 901, change: 99 }, payments: [{ net: 901 }] },
  ],
  ['a total past the subtotal', { sale: { total: 1_100, discount: 250 } }],
  ['more paid than the books hold', paidWith(1_000_000_000)],
  ['an item of nothing', { items: [{ quantity: 0, subtotal: 0 }] }],
  ['a negative quantity', { items: [{ quantity: -2, subtotal: -1_000 }] }],
  ['an item that is not its price times its quantity', { items: [{ price: 499 }] }],
  [
    'an item discount of another percentage',
    { items: [{ hundredths: 1_001, discount: 101, total: 899 }, {}] },
  ],
  ['an item discount rounded down', { items: [{ hundredths: 1_005, discount: 100 }] }],
  ['an item total that is not its subtotal less its discount', { items: [{ total: 901 }] }],
  ['a discount of more than all', { items: [{ hundredths: 10_001 }] }],
  ['a payment of nothing', { payments: [{}, { line: 2, amount: 0, net: 0 }] }],
  ['a negative payment', { payments: [{ amount: 1_001 }, { line: 2, amount: -1, net: 0 }] }],
  [
    'a payment that brings in more than was handed over',
    {
      payments: [
        { amount: 849, net: 850 },
        { line: 2, amount: 151, net: 0 },
      ],
    },
  ],
  ['a sixth payment line', { payments: [{ line: 6 }] }],
])('%s is refused at the latest at commit, and leaves nothing', async (_fault, books) => {
  const before = await tableSnapshot(db);
  await expect(write(books)).rejects.toMatchObject(CHECK_VIOLATION);
  expect(await tableSnapshot(db)).toEqual(before);
});

test('the same key twice is refused', async () => {
  const id = await write({});
  const copy = sql`
    INSERT INTO sales (idempotency_key, request_hash, seller_id, seller_name, client_id, client_name,
      client_cpf, subtotal_cents, total_cents, general_discount_cents, total_general_cents, paid_cents,
      change_cents)
    SELECT idempotency_key, request_hash, seller_id, seller_name, client_id, client_name, client_cpf,
      subtotal_cents, total_cents, general_discount_cents, total_general_cents, paid_cents, change_cents
    FROM sales WHERE id = ${id}`;
  await expect(copy.execute(db)).rejects.toMatchObject({ code: '23505' });
});

test('nothing is added to a sale that has been made, not even by who may add rows', async () => {
  const { connection } = counter.shop;
  const { body } = await counter.sell(counter.payload);
  const before = await tableSnapshot(db);
  await expect(writeItem(connection.db, body.id, { line: 3 })).rejects.toMatchObject(
    CHECK_VIOLATION,
  );
  await expect(writePayment(connection.db, body.id, { line: 5 })).rejects.toMatchObject(
    CHECK_VIOLATION,
  );
  const nothing = { line: 3, price: 0, subtotal: 0, hundredths: 0, discount: 0, total: 0 };
  await expect(writeItem(connection.db, body.id, nothing)).rejects.toMatchObject(CHECK_VIOLATION);
  expect(await tableSnapshot(db)).toEqual(before);
});

test('nothing is added to a closing that has been made', async () => {
  const { shop, vera, token } = counter;
  const { connection } = shop;
  const sold = await counter.sell(counter.payload);
  const date = businessDayOf(new Date(sold.body.created_at));
  const { status } = await shop.call('closeBox', { token, body: { date, seller_id: vera.id } });
  expect(status).toBe(200);
  const later = await counter.sell(counter.payload);
  const closing = await db.selectFrom('closings').select('id').executeTakeFirstOrThrow();
  const before = await tableSnapshot(db);
  const line = { closing_id: closing.id, line: 9, method_name: 'Vale', net_cents: 1 as Cents };
  const payment = connection.db.insertInto('closing_payments').values(line);
  await expect(payment.execute()).rejects.toMatchObject(CHECK_VIOLATION);
  const sale = { closing_id: closing.id, sale_id: later.body.id };
  await expect(
    connection.db.insertInto('closing_sales').values(sale).execute(),
  ).rejects.toMatchObject(CHECK_VIOLATION);
  expect(await tableSnapshot(db)).toEqual(before);
});
