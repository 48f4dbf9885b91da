import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aUser } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';

test('a sale has one row in the audit: who, what and how much, and nobody who bought', async () => {
  const { shop, payload } = await openTestCounter();
  const admin = await aUser(shop.owner.db, { name: 'Rita', admin: true });
  const token = await tokenOf(shop, admin.login);
  // 7,50 less 10 % (0,75), and 1,00 less in all.
  const [pen, shirt] = payload.products;
  const discounted = {
    ...payload,
    products: [{ ...pen, desc_percent: 10, desc_value: 0.75, total: 6.75 }, shirt],
    ...{ total: 56.65, desc_general: 1, total_general: 55.65, troco: 24.35 },
  } as typeof payload;
  const headers = { 'idempotency-key': randomUUID() };
  const sell = (body: typeof payload) => shop.call('createSale', { token, body, headers });
  const { body } = await sell(discounted);
  await sell(discounted);
  await sell({ ...discounted, student: null });
  const refused = await shop.call('createSale', { token, body: { ...payload, total: 1 } });
  expect(refused.problem.code).toBe('figures_differ');

  const rows = await shop.owner.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', 'like', 'sale.%')
    .execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    actor_id: admin.id,
    actor_name: 'Rita',
    action: 'sale.created',
    subject_id: body.id,
    before: null,
    after: {
      subtotal_cents: 5740,
      item_discounts_cents: 75,
      general_discount_cents: 100,
      total_general_cents: 5565,
      paid_cents: 8000,
      change_cents: 2435,
      items: 2,
    },
  });
  const text = JSON.stringify(rows);
  for (const secret of ['52998224725', '529.982', 'Ana', 'Bia', '20260000001']) {
    expect(text).not.toContain(secret);
  }
});
