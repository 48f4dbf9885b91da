import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aPaymentMethod, aSale, aUser } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';

test('a closing keeps the change that was not from cash, and its sales; one without says nothing', async () => {
  const { shop, vera, pen, pix, cash, client, token, ...counter } = await openTestCounter();
  const { db, pool } = shop.owner;
  const coins = await aPaymentMethod(db, { name: 'Em espécie' });
  const chief = await aUser(db, { admin: true });
  const adminToken = await tokenOf(shop, chief.login);
  const today = businessDayOf(new Date());
  const close = async () => {
    const body = { date: today, seller_id: vera.id };
    return (await shop.call('closeBox', { token, body })).body;
  };
  const listed = async () => {
    const query = { startDate: today, endDate: today };
    return (await shop.call('listClosings', { token: adminToken, query })).body[0];
  };
  // 57,40 with change from cash.
  await counter.sell(counter.payload);
  expect(await close()).not.toHaveProperty('change_not_cash');
  expect(await listed()).not.toHaveProperty('change_not_cash');

  /** Of a pen for 2,50. */
  const sell = (...payments: [method: typeof pix, amount: number][]) =>
    aSale(pool, {
      seller: vera,
      client,
      items: [{ product: pen }],
      payments: payments.map(([method, amount]) => ({ method, amount: cents(amount) })),
    });
  await sell([pix, 1000]);
  // Half of the change of 2,00 comes from the cash.
  const deleted = await sell([pix, 150], [pix, 200], [coins, 50], [cash, 50]);
  await sell([coins, 1000]);
  const both = { amount: 8.5, sales: 2 };
  expect(await close()).toMatchObject({ version: 2, change_not_cash: both });
  expect(await listed()).toMatchObject({ version: 2, change_not_cash: both });

  // What a version says never changes; the next one counts anew.
  const remove = { token: adminToken, params: { id: String(deleted.id) } };
  await shop.call('deleteSale', remove);
  expect(await listed()).toMatchObject({ version: 2, change_not_cash: both });
  expect(await close()).toMatchObject({ version: 3, change_not_cash: { amount: 7.5, sales: 1 } });

  // Closings made before it was counted know nothing of it.
  await sql`UPDATE closings SET change_not_cash_cents = NULL, change_not_cash_sales = NULL`.execute(
    db,
  );
  expect(await listed()).not.toHaveProperty('change_not_cash');
});
