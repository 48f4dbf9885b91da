import { randomUUID } from 'node:crypto';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { saleFromTheFuture } from '../../database/shop.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aSale, aUser, PASSWORD } from '../../testing/builders.ts';
import { anExchangeBody, aRefundBody, storedSale } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { DATE_SALES } from '../../testing/past.ts';

const counter = await openTestCounter(afterAll);
const { shop, vera, token, client, pen, shirt, pix, payload, sell } = counter;
const { db, pool } = shop.owner;
const rita = await aUser(db, { name: 'Rita', login: 'rita', admin: true });
const admin = await tokenOf(shop, rita.login);

const HOUR_MS = 3_600_000;
const sold = (at: Date) =>
  aSale(pool, {
    ...{ seller: vera, client, createdAt: at, items: [{ product: pen }] },
    payments: [{ method: pix, amount: cents(250) }],
  });
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const key = () => ({ 'idempotency-key': randomUUID() });

/** Closes the month of now, as an earlier and wrong clock could. Returns how to reopen it. */
async function closeThisMonth(): Promise<() => Promise<void>> {
  const { rows } = await pool.query(
    `INSERT INTO month_closings (month, version, idempotency_key, request_hash, closed_at, closed_by,
      closed_by_name, total_cents, figures, fingerprint, deleted_sales, corrections, closed_boxes)
    SELECT date_trunc('month', now() AT TIME ZONE 'America/Sao_Paulo'), 1 + (SELECT count(*) FROM month_closings),
      gen_random_uuid(), sha256(''), now(), $1, 'Rita', 0, '{"open":[]}', sha256('{"open":[]}'), '{}', '{}', '{}'
    RETURNING id`,
    [rita.id],
  );
  return async () => {
    await pool.query(
      `INSERT INTO month_reopenings (closing_id, reopened_by, reopened_by_name, approved_by, approved_by_name, reason)
      VALUES ($1, $2, 'Rita', $2, 'Rita', 'Relógio')`,
      [rows[0].id, rita.id],
    );
  };
}

beforeEach(async () => {
  // A sale that an earlier test has left ahead of the clock would refuse the next one.
  const { rows: ahead } = await pool.query('SELECT id FROM sales WHERE created_at > now()');
  await pool.query(DATE_SALES, [ahead.map(({ id }) => id), ahead.map(() => inHours(-1))]);
  await sold(inHours(-1));
});

test('by a clock that is in a closed month nothing is recorded, and the refusal names the clock', async () => {
  const sale = await sold(inHours(-1));
  const { body: box } = await shop.call('openBox', { token, body: { float: 10 } });
  expect(box).toMatchObject({ code: 'not_allowed' });
  await db.updateTable('settings').set({ cash_box: 'counted' }).execute();
  const { id } = (await shop.call('openBox', { token, body: { float: 10 } })).body;
  const { body: count } = await shop.call('beginCount', {
    ...{ token: admin, headers: key() },
    body: { name: 'Tudo', blind: false, products: null },
  });
  const refund = aRefundBody(await storedSale(db, sale.id));
  const exchange = anExchangeBody(await storedSale(db, sale.id), {
    ...{ items: [{ product: shirt }], method: pix },
  });
  const made = key();
  expect((await sell(payload, made['idempotency-key'])).status).toBe(201);

  const reopen = await closeThisMonth();
  const params = { id: String(sale.id) };
  const asked = { token: admin, params };
  const line = { key: randomUUID(), product: pen.id, quantity: 3 };
  const calls = [
    () => sell(payload),
    () => shop.call('createRefund', { ...asked, headers: key(), body: refund }),
    () => shop.call('createExchange', { ...asked, headers: key(), body: exchange }),
    () =>
      shop.call('createDelivery', {
        ...{ token: admin, headers: key() },
        body: { supplier: '', document: '', lines: [{ product: pen.id, quantity: 5 }] },
      }),
    () =>
      shop.call('beginCount', {
        ...{ token: admin, headers: key() },
        body: { name: 'Outra', blind: false, products: null },
      }),
    () => shop.call('addCountLines', { token: admin, id: count.id, body: { lines: [line] } }),
    () =>
      shop.call('applyCount', {
        ...{ token: admin, id: count.id },
        body: { lines: 0, missing_as_zero: false },
      }),
    () =>
      shop.call('moveCash', {
        ...{ token, headers: key() },
        body: { kind: 'supply', amount: 5, reason: 'Troco' },
      }),
    () => shop.call('countBox', { token, id, body: { cash: 10 } }),
    () => shop.call('openBox', { token: admin, body: { float: 10 } }),
  ];
  for (const call of calls) {
    const { problem } = await call();
    expect(problem.code).toBe('clock_in_closed_month');
    expect(problem.detail).toMatch(
      /^O relógio do servidor está em um mês fechado: diz \d\d\/\d\d\/\d{4} às \d\d:\d\d\. Um administrador precisa acertar .* reabrir o mês\.$/,
    );
  }
  // What is recorded already is answered again.
  expect((await sell(payload, made['idempotency-key'])).status).toBe(201);

  await reopen();
  const statuses: number[] = [];
  for (const call of calls.slice(0, 2)) statuses.push((await call()).status);
  // A box was opened for the calls; the refund is an administrator's, who has none.
  expect(statuses[0]).toBe(201);
  await db.updateTable('settings').set({ cash_box: 'simple' }).execute();
});

test('while the clock is behind the newest sale, selling waits for the word of an administrator', async () => {
  const ahead = await sold(inHours(30 * 24));
  const order = randomUUID();
  const refused = (await sell(payload, order)).problem;
  expect(refused).toMatchObject({
    ...{ code: 'clock_behind', status: 409 },
    detail: expect.stringContaining(`e ela é de ${formatMoment(ahead.createdAt)}.`),
  });
  expect((await saleFromTheFuture(db))?.getTime()).toBe(ahead.createdAt.getTime());

  const { body: clock } = await shop.call('readClock', { token });
  expect(clock.ahead).toEqual({ sale: ahead.id, at: ahead.createdAt.toISOString() });
  const body = { sale: ahead.id };
  const confirm = (approval?: string) =>
    shop.call('confirmClock', { token, body: { ...body, ...(approval && { approval }) } });
  expect((await confirm()).problem.code).toBe('approval_required');
  expect((await confirm('falsa')).problem.code).toBe('approval_ended');
  const approved = await shop.call('approve', {
    token,
    body: {
      ...{ username: rita.login, password: PASSWORD },
      ...{ action: 'clock', subject: ahead.id, request: body },
    },
  });
  const mark = await lastAuditId(db);
  expect((await confirm(approved.body.approval)).status).toBe(204);
  expect(await auditAfter(db, mark)).toMatchObject([
    {
      ...{ action: 'clock.confirmed', actor_id: vera.id, subject_id: ahead.id },
      after: { approved_by: 'Rita', newest_sale_at: ahead.createdAt.toISOString() },
    },
  ]);

  // Once said, it is said for all who sell, also after the next sale; the refused order is recorded under its key.
  expect((await sell(payload, order)).status).toBe(201);
  expect((await sell(payload)).status).toBe(201);
  expect(await saleFromTheFuture(db)).toBeUndefined();
  expect((await shop.call('readClock', { token })).body.ahead).toBeNull();
  // Nothing is asked of whoever says it again.
  expect((await confirm()).status).toBe(204);

  // The next time it goes back, it is asked about again.
  await sold(inHours(2));
  expect((await sell(payload)).problem.code).toBe('clock_behind');
});

test('a few minutes, and a wrong sale that an administrator has deleted, stop nobody', async () => {
  await sold(new Date(Date.now() + 4 * 60_000));
  expect((await sell(payload)).status).toBe(201);

  const wrong = await sold(inHours(24));
  expect((await sell(payload)).problem.code).toBe('clock_behind');
  await shop.call('deleteSale', { token: admin, params: { id: String(wrong.id) } });
  expect((await sell(payload)).status).toBe(201);
});

test('an administrator asks nobody else, and an exchange waits as a sale does', async () => {
  const sale = await sold(inHours(-2));
  const ahead = await sold(inHours(24));
  const exchange = anExchangeBody(await storedSale(db, sale.id), {
    ...{ items: [{ product: shirt }], method: pix },
  });
  const send = () =>
    shop.call('createExchange', {
      ...{ token: admin, params: { id: String(sale.id) }, headers: key(), body: exchange },
    });
  expect((await send()).problem.code).toBe('clock_behind');
  // There is another administrator, whose word nobody needs.
  await aUser(db, { admin: true });
  const body = { sale: ahead.id };
  const own = await shop.call('approve', {
    token: admin,
    body: {
      ...{ username: rita.login, password: PASSWORD },
      ...{ action: 'clock', subject: ahead.id, request: body },
    },
  });
  expect(own.status).toBe(201);
  expect((await shop.call('confirmClock', { token: admin, body })).status).toBe(204);
  expect((await send()).status).toBe(201);
});

test('a count holds from its moment on: while the clock is behind none is begun, read or applied', async () => {
  const begin = (name: string) =>
    shop.call('beginCount', {
      ...{ token: admin, headers: key() },
      body: { name, blind: false, products: null },
    });
  const { id } = (await begin('Antes')).body;
  const read = (line: string) =>
    shop.call('addCountLines', {
      ...{ token: admin, id },
      body: { lines: [{ key: line, product: pen.id, quantity: 3 }] },
    });
  const line = randomUUID();
  expect((await read(line)).status).toBe(200);
  const apply = () =>
    shop.call('applyCount', { token: admin, id, body: { lines: 1, missing_as_zero: false } });
  const ahead = await sold(inHours(24));
  for (const call of [() => begin('Depois'), () => read(randomUUID()), apply]) {
    const { problem } = await call();
    expect(problem.code).toBe('clock_behind');
    expect(problem.detail).toMatch(/confirmar isso no balcão, em uma venda\.$/);
  }
  // What is recorded already is answered again.
  expect((await read(line)).status).toBe(200);
  await shop.call('deleteSale', { token: admin, params: { id: String(ahead.id) } });
  expect((await apply()).status).toBe(200);
});
