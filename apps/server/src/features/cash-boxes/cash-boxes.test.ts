import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { openBoxCounter, YESTERDAY } from '../../testing/box-counter.ts';
import { anOpenBox, closeBoxOf, setCashBox } from '../../testing/boxes.ts';
import { anApproval, aPaymentMethod, aSale, aUser } from '../../testing/builders.ts';
import { aRefund } from '../../testing/corrections.ts';
import { tokenOf } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';

const counter = await openBoxCounter(afterAll);
const { shop, vera, open, move, count, settle, look, own, sell, list } = counter;
const { db } = shop.owner;

afterEach(async () => {
  await closeBoxOf(db, vera);
  await db.updateTable('settings').set({ count_every_method: false }).execute();
  await setCashBox(db, 'counted');
  expect(await violations(db)).toEqual([]);
});

/** An open box with a float of 100,00 and two sales: 54,80 cash and 60,00 Pix. */
async function aBoxWithSales() {
  const { id } = (await open()).body;
  await sell();
  await sell();
  return id;
}

test('without an open box nothing is sold, and with one it is the box of the sale', async () => {
  expect((await sell()).problem.code).toBe('box_not_open');
  const before = await lastAuditId(db);
  const opened = await open(100);
  expect(opened).toMatchObject({
    status: 201,
    body: { seller: vera.id, seller_name: 'Vera', float: 100, left_open: false, counts: null },
  });
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'box.opened', actor_id: vera.id, subject_id: opened.body.id, after: { float: 100 } },
  ]);
  expect((await open(1)).problem.code).toBe('box_already_open');
  expect((await sell()).status).toBe(201);
  expect(await own()).toMatchObject({ cash_box: 'counted', box: { id: opened.body.id } });
  expect((await look(opened.body.id)).body).toMatchObject({
    sales_count: 1,
    total_final: 57.4,
    payment_methods: { Pix: 30, Dinheiro: 27.4 },
    expected_cash: 127.4,
  });
});

test('a count that is right closes the box, with a closing of its own', async () => {
  const box = await aBoxWithSales();
  await move({ kind: 'supply', amount: 20, reason: 'Moedas' });
  await move({ kind: 'withdrawal', amount: 50, reason: 'Cofre' });
  const before = await lastAuditId(db);
  const notes = [
    { value: 10_000, count: 1 },
    { value: 2_000, count: 1 },
    { value: 10, count: 48 },
  ];
  const counted = await count(box, { cash: 124.8, notes });
  const counts = [{ method: 'Dinheiro', expected: 124.8, counted: 124.8, difference: 0 }];
  expect(counted.body).toMatchObject({
    box: { id: box, counts },
    closing: {
      total_final: 114.8,
      sold_total: 114.8,
      returned_total: 0,
      sales_count: 2,
      version: 1,
      replaces: null,
      payment_methods: { Pix: 60, Dinheiro: 54.8 },
      box: {
        number: box,
        float: 100,
        supplies: 20,
        withdrawals: 50,
        movements: [
          { kind: 'supply', amount: 20, reason: 'Moedas' },
          { kind: 'withdrawal', amount: 50, reason: 'Cofre' },
        ],
        counts,
        reason: null,
        approved_by: null,
      },
    },
  });
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'box.counted', actor_id: vera.id, subject_id: box, after: { counts } },
    { action: 'box.closed', subject_id: counted.body.closing?.id, after: { box } },
  ]);
  // The lost answer of a count, asked for again.
  expect((await count(box, { cash: 124.8 })).body).toEqual(counted.body);
  expect((await count(box, { cash: 124.79 })).problem.code).toBe('box_counted');
  expect((await settle(box, { reason: 'Nada' })).body).toEqual(counted.body);
  const row = { ...counted.body.closing, sales_added: 0, sales_deleted: 0, corrections_added: 0 };
  expect(await list()).toContainEqual({ ...row, current_total: 114.8 });
  // Its slip can be printed again, also when the response of the count was lost.
  const { closing } = counted.body;
  expect(await own()).toMatchObject({ box: null, closing, suggested_float: 124.8 });
  expect((await look(box)).problem.code).toBe('not_found');
  expect((await sell()).problem.code).toBe('box_not_open');
});

/** Past the triggers, which let nobody change a box that was counted. */
const moveClosing = (box: number, by: string) =>
  db.transaction().execute(async (tx) => {
    await sql`ALTER TABLE cash_boxes DISABLE TRIGGER USER`.execute(tx);
    await sql`UPDATE cash_boxes SET closed_at = closed_at + ${by}::interval WHERE id = ${box}`.execute(
      tx,
    );
    await sql`ALTER TABLE cash_boxes ENABLE TRIGGER USER`.execute(tx);
  });

test('the closing of the last box is offered to its seller alone, on the day and until the next box', async () => {
  const box = await aBoxWithSales();
  expect(await own()).toMatchObject({ box: { id: box }, closing: null });
  // By an administrator, while the seller is away.
  const { closing } = (await count(box, { cash: 154.8 }, counter.admin)).body;
  expect((await own()).closing).toEqual(closing);
  const other = await shop.call('readOwnBox', { token: counter.admin });
  expect(other.body).toMatchObject({ box: null, closing: null });
  await moveClosing(box, '-1 day');
  expect(await own()).toMatchObject({ closing: null, suggested_float: 154.8 });
  await moveClosing(box, '1 day');
  await open();
  expect((await own()).closing).toBeNull();
});

test('a difference above the limit waits for a reason and, from a seller, an approval', async () => {
  const box = await aBoxWithSales();
  const waiting = await count(box, { cash: 149.79 });
  const counts = [{ method: 'Dinheiro', expected: 154.8, counted: 149.79, difference: -5.01 }];
  expect(waiting.body).toMatchObject({ closing: null, box: { counts } });
  expect((await sell()).problem.code).toBe('box_not_open');
  expect((await move({ kind: 'supply', amount: 1 })).problem.code).toBe('box_not_open');
  expect((await open()).problem.code).toBe('box_already_open');
  expect((await own()).box).toMatchObject({ id: box, counts });
  expect((await count(box, { cash: 149.79 })).body).toEqual(waiting.body);

  expect((await settle(box, { reason: 'Troco errado' })).problem.code).toBe('approval_required');
  const body = { reason: ' Troco  errado ' };
  const asked = { action: 'difference', subject: box, body } as const;
  for (const other of [{ subject: box + 1 }, { body: { reason: 'Outro' } }]) {
    const approval = await anApproval(db, vera, { ...asked, ...other });
    expect((await settle(box, { ...body, approval })).problem.code).toBe('approval_ended');
  }
  const approval = await anApproval(db, vera, asked);
  const settled = await settle(box, { ...body, approval });
  expect(settled.body.closing?.box).toMatchObject({
    counts,
    reason: 'Troco errado',
    approved_by: expect.stringMatching(/^Pessoa/),
  });
  expect((await settle(box, { reason: 'Outro', approval })).body).toEqual(settled.body);
});

test('an administrator counts and settles any box; others are not found', async () => {
  const box = await aBoxWithSales();
  const { login } = await aUser(db);
  const stranger = await tokenOf(shop, login);
  expect((await count(box, { cash: 0 }, stranger)).problem.code).toBe('not_found');
  expect((await settle(box, { reason: 'Falta' }, stranger)).problem.code).toBe('not_found');
  expect((await settle(box, { reason: 'Falta' }, counter.admin)).problem.code).toBe('not_found');
  expect((await count(box, { cash: 0 }, counter.admin)).body.closing).toBeNull();
  const settled = await settle(box, { reason: 'Falta' }, counter.admin);
  expect(settled.body.closing).toMatchObject({
    seller_id: vera.id,
    box: { reason: 'Falta', approved_by: 'Chefe' },
  });
});

test('a method is counted after its deletion, and one that only gave money back too', async () => {
  await db.updateTable('settings').set({ count_every_method: true }).execute();
  const { client, pen, pix } = counter;
  const fair = await aPaymentMethod(db, { name: 'Cartão da feira' });
  const saleBy = (method: typeof fair, createdAt?: Date) =>
    aSale(shop.owner.pool, {
      seller: vera,
      client,
      items: [{ product: pen }],
      payments: [{ method, amount: cents(250) }],
      ...(createdAt && { createdAt }),
    });
  await setCashBox(db, 'simple');
  const yesterdays = await saleBy(pix, YESTERDAY());
  await setCashBox(db, 'counted');
  const { id } = (await open()).body;
  await saleBy(fair);
  await db
    .updateTable('payment_methods')
    .set({ deleted_at: new Date(), deleted_by: counter.chief.id })
    .where('id', '=', fair.id)
    .execute();
  await aRefund(db, { sale: yesterdays, maker: vera });
  expect((await own()).box?.methods).toEqual(['Cartão da feira', 'Pix']);
  const methods = [
    { method: 'Cartão da feira', amount: 2.5 },
    { method: 'Pix', amount: 0 },
  ];
  const counted = await count(id, { cash: 100, methods });
  expect(counted.body.box.counts).toEqual([
    { method: 'Dinheiro', expected: 100, counted: 100, difference: 0 },
    { method: 'Cartão da feira', expected: 2.5, counted: 2.5, difference: 0 },
    { method: 'Pix', expected: -2.5, counted: 0, difference: 2.5 },
  ]);
  expect(counted.body.closing).toMatchObject({ payment_methods: { Pix: -2.5 } });
});

test('every method is counted where it is wanted; what was not counted is zero', async () => {
  await db.updateTable('settings').set({ count_every_method: true }).execute();
  const box = await aBoxWithSales();
  const methods = (...lines: [string, number][]) =>
    lines.map(([method, amount]) => ({ method, amount }));
  for (const method of ['Fiado', 'Dinheiro', '', '\u0000']) {
    const refused = await count(box, { cash: 154.8, methods: methods(['Pix', 1], [method, 1]) });
    expect(refused.problem).toMatchObject({
      code: 'unknown_payment_method',
      field: 'body/methods/1/method',
    });
  }
  const split = methods(['Pix', 40], ['Pix', 18]);
  const counted = await count(box, { cash: 154.8, methods: split });
  expect(counted.body.box.counts).toEqual([
    { method: 'Dinheiro', expected: 154.8, counted: 154.8, difference: 0 },
    { method: 'Pix', expected: 60, counted: 58, difference: -2 },
  ]);
  expect(counted.body.closing).not.toBeNull();
  expect((await count(box, { cash: 154.8 })).problem.code).toBe('box_counted');
  const more = methods(['Pix', 58], ['Cartão de débito', 5]);
  expect((await count(box, { cash: 154.8, methods: more })).problem.code).toBe('box_counted');

  const next = await aBoxWithSales();
  expect((await count(next, { cash: 154.8 })).body).toMatchObject({
    closing: null,
    box: { counts: [{ difference: 0 }, { method: 'Pix', counted: 0, difference: -60 }] },
  });
});

test('what was counted although it is not wanted is kept, so that the same count is known again', async () => {
  const box = await aBoxWithSales();
  const asked = { cash: 154.8, methods: [{ method: 'Pix', amount: 60 }] };
  const counted = await count(box, asked);
  expect(counted.body.box.counts).toMatchObject([
    { method: 'Dinheiro', difference: 0 },
    { method: 'Pix', expected: 60, counted: 60 },
  ]);
  expect((await count(box, asked)).body).toEqual(counted.body);
  expect((await count(box, { cash: 154.8 })).problem.code).toBe('box_counted');
});

test('administrators see what the last count had left beside the float', async () => {
  const first = await aBoxWithSales();
  expect((await look(first)).body).toMatchObject({ float: 100 });
  await count(first, { cash: 154.8 });
  const { id } = (await open(80)).body;
  // A box of somebody else, and later ones.
  await closeBoxOf(db, counter.chief);
  const seen = { float: 80, last_count: 154.8 };
  expect((await look(id)).body).toMatchObject(seen);
  const listed = await shop.call('listOpenBoxes', { token: counter.admin });
  expect(listed.body.find((box) => box.id === id)).toMatchObject(seen);
  await count(id, { cash: 80 });
  await open(80);
  const rows = await list();
  expect(rows.find(({ box }) => box?.number === id)?.box).toMatchObject(seen);
  const newcomer = await aUser(db);
  const fresh = await open(10, await tokenOf(shop, newcomer.login));
  expect((await look(fresh.body.id)).body).toMatchObject({ float: 10, last_count: null });
  await closeBoxOf(db, newcomer);
});

test('notes that are not the cash are refused', async () => {
  const box = await aBoxWithSales();
  const notes = [{ value: 5_000, count: 3 }];
  expect((await count(box, { cash: 154.8, notes })).problem).toMatchObject({
    code: 'figures_differ',
    field: 'body/cash',
    expected: 150,
  });
});

test('a movement is in its box and in the audit, and a retry gets it when the box has closed', async () => {
  const { id } = (await open()).body;
  const key = randomUUID();
  const before = await lastAuditId(db);
  const first = await move({ kind: 'supply', amount: 20 }, key);
  expect(first).toMatchObject({
    status: 201,
    body: { box: id, kind: 'supply', amount: 20, reason: 'Troco', seller_name: 'Vera' },
  });
  expect((await own()).box?.movements).toEqual([first.body]);
  const supplied = (await auditAfter(db, before)).filter(({ action }) => action === 'box.supplied');
  expect(supplied).toMatchObject([
    { subject_id: id, after: { movement: first.body.id, amount: 20 } },
  ]);
  await count(id, { cash: 120 });
  // The answer was lost, and the box has closed meanwhile.
  expect((await move({ kind: 'supply', amount: 20 }, key)).body).toEqual(first.body);
});

test('nothing is taken that the drawer should not hold; large sums need an approval first', async () => {
  const box = await aBoxWithSales();
  const asked = await lastAuditId(db);
  const admins = () => anApproval(db, vera, { action: 'withdrawal', subject: box, body: more });
  const more = { kind: 'withdrawal', amount: 200.01, reason: 'Troco' } as const;
  expect((await move({ ...more, approval: await admins() })).problem.code).toBe('drawer_short');
  expect(await auditAfter(db, asked)).toMatchObject([
    { action: 'box.withdrawal_refused', subject_id: box, after: { amount: 200.01 } },
  ]);
  // Nobody feels out the sum by trying.
  expect((await move({ kind: 'withdrawal', amount: 1 })).problem.code).toBe('approval_required');
  // Above the limit the question is not answered without an administrator.
  expect((await move({ kind: 'withdrawal', amount: 200.01 })).problem.code).toBe(
    'approval_required',
  );
  await move({ kind: 'supply', amount: 500 });
  const amount = 300 as const;
  const reason = 'Cofre';
  const approve = (body: object) =>
    anApproval(db, vera, { action: 'withdrawal', subject: box, body });
  const wrong = await approve({ kind: 'withdrawal', amount: 299.99, reason });
  const take = (approval: string) => move({ kind: 'withdrawal', amount, reason, approval });
  expect((await take(wrong)).problem.code).toBe('approval_ended');
  const approval = await approve({ kind: 'withdrawal', amount, reason });
  const before = await lastAuditId(db);
  const taken = await take(approval);
  expect(taken.body).toMatchObject({ amount, approved_by: expect.stringMatching(/^Pessoa/) });
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'box.withdrawn', after: { amount, approved_by: taken.body.approved_by } },
  ]);
  expect((await take(approval)).problem.code).toBe('approval_ended');
  expect((await look(box)).body.expected_cash).toBe(354.8);
  const most = 9_999_999.99;
  expect((await move({ kind: 'supply', amount: most })).problem.code).toBe('amount_too_large');
});

test('a box left open since yesterday can only be counted', async () => {
  const box = await anOpenBox(db, vera, { openedAt: YESTERDAY() });
  expect((await own()).box).toMatchObject({ id: box.id, left_open: true });
  expect((await sell()).problem.code).toBe('box_left_open');
  expect((await move({ kind: 'supply', amount: 1 })).problem.code).toBe('box_left_open');
  const listed = await shop.call('listOpenBoxes', { token: counter.admin });
  expect(listed.body).toMatchObject([{ id: box.id, left_open: true, seller_name: 'Vera' }]);
  const { closing } = (await count(box.id, { cash: 50 })).body;
  expect(closing).toMatchObject({ total_final: 0, sales_count: 0, first_sale: null });
  expect((await open()).status).toBe(201);
});

test('what is sold before the first box and after the last one is in the closing of the day', async () => {
  await setCashBox(db, 'simple');
  expect((await open()).problem.code).toBe('not_allowed');
  const morning = (await sell()).body.id;
  await setCashBox(db, 'counted');
  const box = await aBoxWithSales();
  await setCashBox(db, 'simple');
  // The box that is open stays in use until it is counted.
  await sell();
  expect((await look(box)).body.sales_count).toBe(3);
  expect((await counter.closeDay()).body).toMatchObject({ sales_count: 1, last_sale: morning });
  expect((await count(box, { cash: 182.2 })).body.closing).toMatchObject({ sales_count: 3 });
  await sell();
  expect((await counter.closeDay()).body).toMatchObject({ sales_count: 2, version: 2 });
  const today = (await list()).filter(({ box: of }) => !of || of.number === box);
  expect(today).toMatchObject([
    { version: 2, sales_added: 0, current_total: 114.8 },
    { version: 1, sales_added: 0, current_total: 172.2, box: { number: box } },
  ]);
});

test('a sale deleted after the count stays in the closing, and its row says so', async () => {
  const box = await aBoxWithSales();
  const gone = (await sell()).body.id;
  await count(box, { cash: 0 });
  expect((await shop.call('deleteSale', { token: counter.admin, id: gone })).status).toBe(200);
  const { closing } = (await settle(box, { reason: 'Falta' }, counter.admin)).body;
  expect(closing).toMatchObject({ sales_count: 3, total_final: 172.2 });
  const row = (await list()).find(({ id }) => id === closing?.id);
  expect(row).toMatchObject({ sales_added: 0, sales_deleted: 1, current_total: 114.8 });
});

test('the settings are edited with what they replaced in the audit', async () => {
  const { body } = await shop.call('readSettings', { token: counter.admin });
  const before = await lastAuditId(db);
  const after = { ...body, withdrawal_limit: 150.5, difference_limit: 0 };
  const edit = (by: string) => shop.call('editSettings', { token: by, body: after });
  expect((await edit(counter.token)).problem.code).toBe('not_allowed');
  expect((await edit(counter.admin)).body).toEqual(after);
  expect((await shop.call('readSettings', { token: counter.admin })).body).toEqual(after);
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'settings.edited', actor_id: counter.chief.id, before: body, after },
  ]);
  await shop.call('editSettings', { token: counter.admin, body });
});

test('the role that serves requests cannot rewrite a count or reopen a box', async () => {
  const box = await aBoxWithSales();
  const role = shop.connection.db;
  const refused = async (statement: string, by = role) =>
    expect(sql.raw(statement).execute(by), statement).rejects.toMatchObject({ code: '23514' });
  await refused(`INSERT INTO box_counts VALUES (${box}, 1, 'Dinheiro', 0, 0)`);
  await count(box, { cash: 0 });
  const change = role.transaction().execute(async (tx) => {
    await sql`UPDATE cash_boxes SET short_at = now() WHERE id = ${box}`.execute(tx);
    await refused(`INSERT INTO box_counts VALUES (${box}, 2, 'Pix', 0, 0)`, tx);
  });
  await expect(change).rejects.toThrow('rolled back');
  await refused(`UPDATE cash_boxes SET counted_at = NULL, counted_by = NULL WHERE id = ${box}`);
  await refused(`UPDATE cash_boxes SET notes = '[]' WHERE id = ${box}`);
  await refused(`INSERT INTO box_counts VALUES (${box}, 2, 'Pix', 0, 0)`);
  await settle(box, { reason: 'Falta' }, counter.admin);
  await refused(`UPDATE cash_boxes SET closed_at = NULL WHERE id = ${box}`);
  await refused(`UPDATE cash_boxes SET reason = 'Outro' WHERE id = ${box}`);
});
