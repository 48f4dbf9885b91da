import { cents } from '@balcao/domain/money.ts';
import { isCash } from '@balcao/domain/net-payments.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { aSale, aUser } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { deleteSale } from '../sales/sales.service.ts';

async function openShop() {
  const counter = await openTestCounter(onTestFinished);
  const { shop, vera, pen, pix, client } = counter;
  const chief = await aUser(shop.owner.db, { admin: true });
  const token = await tokenOf(shop, chief.login);
  const read = async (startDate: string, endDate = startDate) =>
    (await shop.call('readDashboard', { token, query: { startDate, endDate } })).body;
  /** A pen for 2,50. */
  const sell = (day: string, paid = 250, { seller = vera, method = pix } = {}) =>
    aSale(shop.owner.pool, {
      seller,
      client,
      items: [{ product: pen }],
      payments: [{ method, amount: cents(paid) }],
      createdAt: new Date(`${day}T10:30:00-03:00`),
    });
  return { ...counter, chief, read, sell };
}

test('it knows since when and until when the shop has sales', async () => {
  const { shop, chief, read, sell } = await openShop();
  const { db } = shop.connection;
  expect((await read('2026-03-02')).sold_days).toBeNull();
  const first = await sell('2026-01-31');
  await sell('2026-02-10');
  const last = await sell('2026-03-05');
  const days = { first: '2026-01-31', last: '2026-03-05' };
  expect((await read('2026-03-02')).sold_days).toEqual(days);
  await deleteSale(db, chief, first.id);
  await deleteSale(db, chief, last.id);
  const left = { first: '2026-02-10', last: '2026-02-10' };
  expect((await read('2026-03-02')).sold_days).toEqual(left);
});

test('it names the change that was not from cash, by seller, and no more of deleted sales', async () => {
  const { shop, vera, cash, chief, read, sell } = await openShop();
  const joana = await aUser(shop.owner.db, { name: 'Joana' });
  await sell('2026-03-01', 1000);
  await sell('2026-03-02', 300);
  await sell('2026-03-04', 350);
  await sell('2026-03-04', 1000, { method: cash });
  await sell('2026-03-04', 1000, { seller: joana });
  const deleted = await sell('2026-03-05', 1000);
  await deleteSale(shop.connection.db, chief, deleted.id);
  await sell('2026-03-09', 1000);
  expect((await read('2026-03-02', '2026-03-08')).change_not_cash).toEqual([
    { seller: joana.id, sales: 1, amount: 7.5 },
    { seller: vera.id, sales: 2, amount: 1.5 },
  ]);
  expect((await read('2026-03-03')).change_not_cash).toEqual([]);
});

test('the database takes the same names for cash as the counter', async () => {
  const { shop } = await openShop();
  const names = [
    'Dinheiro',
    'DINHEIRO (caixa 2)',
    'Em espécie',
    'Espe\u0301cie',
    'Pix',
    'Vale',
    '',
  ];
  for (const name of names) {
    const { rows } = await sql<{ cash: boolean }>`SELECT is_cash(${name}) AS cash`.execute(
      shop.owner.db,
    );
    expect([name, rows[0]?.cash]).toEqual([name, isCash(name)]);
  }
});
