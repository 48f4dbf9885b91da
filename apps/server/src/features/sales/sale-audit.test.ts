import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { percentHundredths } from '@balcao/domain/sale-total.ts';
import { expect, test } from 'vitest';
import { aSalePayload, aUser } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';

test('a sale has one row in the audit: who, what and how much, and nobody who bought', async () => {
  const counter = await openTestCounter();
  const { shop, vera, payload } = counter;
  const key = randomUUID();
  const { body } = await counter.sell(payload, key);
  await counter.sell(payload, key);
  await counter.sell({ ...payload, student: null }, key);
  await counter.sell({ ...payload, total: 1 }, randomUUID());
  const rows = await shop.owner.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', 'like', 'sale.%')
    .execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    actor_id: vera.id,
    actor_name: 'Vera',
    action: 'sale.created',
    subject_id: body.id,
    before: null,
    after: {
      subtotal_cents: 5740,
      item_discounts_cents: 0,
      general_discount_cents: 0,
      total_general_cents: 5740,
      paid_cents: 8000,
      change_cents: 2260,
      items: 2,
    },
  });
  const text = JSON.stringify(rows);
  for (const secret of ['52998224725', '529.982', 'Ana', 'Bia', '20260000001']) {
    expect(text).not.toContain(secret);
  }
});

test('the row of a sale with discounts names them', async () => {
  const { shop, client, shirt, cash } = await openTestCounter();
  const { login } = await aUser(shop.owner.db, { admin: true });
  const discountPercent = percentHundredths(10);
  const items = [{ product: shirt, discountPercent }];
  const sale = aSalePayload({ client, items, payments: [{ method: cash, amount: cents(4_391) }] });
  // 49,90 less 10 % (4,99), less 1,00.
  const body = { ...sale, desc_general: 1, total_general: 43.91, troco: 0 };
  const sold = await shop.call('createSale', { token: await tokenOf(shop, login), body });
  expect(sold.status).toBe(201);
  const { after } = await shop.owner.db
    .selectFrom('audit_events')
    .select('after')
    .where('action', '=', 'sale.created')
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({
    subtotal_cents: 4990,
    item_discounts_cents: 499,
    general_discount_cents: 100,
    total_general_cents: 4391,
  });
});

test('ten posts at once with one key leave one row in the audit', async () => {
  const counter = await openTestCounter();
  const key = randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => counter.sell(counter.payload, key)));
  const { rows } = await counter.shop.owner.pool.query(
    "SELECT FROM audit_events WHERE action = 'sale.created'",
  );
  expect(rows).toHaveLength(1);
});
