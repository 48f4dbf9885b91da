import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestCounter } from '../../testing/counter.ts';

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
    after: { total_general_cents: 5740, paid_cents: 8000, change_cents: 2260, items: 2 },
  });
  const text = JSON.stringify(rows);
  for (const secret of ['52998224725', '529.982', 'Ana', 'Bia', '20260000001']) {
    expect(text).not.toContain(secret);
  }
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
