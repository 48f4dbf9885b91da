import { randomUUID } from 'node:crypto';
import type { NewRefund } from '@balcao/contract/sales/corrections.ts';
import { subjectOf } from '@balcao/domain/audit/entry.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { requestHash } from '../../request/request-hash.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { anApproval, aSale, aUser, type BuiltUser, PASSWORD } from '../../testing/builders.ts';
import { aRefundBody } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';
import { subjectsOf } from '../auth/throttle.ts';
import { openSale } from '../corrections/sale-to-correct.ts';

const counter = await openTestCounter(afterAll);
const { shop, vera, client, pen, cash } = counter;
const { db, pool } = shop.owner;

let chief: BuiltUser;

beforeEach(async () => {
  await db.deleteFrom('sign_in_failures').execute();
  chief = await aUser(db, { name: 'Chefe', admin: true });
});

const ASKED = { action: 'withdrawal', subject: 7 } as const;
const REQUEST = { kind: 'withdrawal', amount: 12.5, reason: 'Cofre' } as const;

const aRefundOfNothing = {
  items: [{ line: 1, quantity: 1 }],
  reason: 'Defeito',
  payments: [{ method: 'Pix', amount: 12.5 }],
};

const approve = (username: string, password: string = PASSWORD) =>
  shop.call('approve', {
    token: counter.token,
    body: { username, password, ...ASKED, request: REQUEST },
  });

test('an administrator approves at the seller’s counter, without a session', async () => {
  const mark = await lastAuditId(db);
  const { status, body } = await approve(chief.login.toUpperCase());
  expect(status).toBe(201);
  expect(body).toEqual({
    approval: expect.stringMatching(/^[\w-]{43}$/),
    approved_by: 'Chefe',
    expires_at: expect.stringMatching(/Z$/),
  });
  expect(await auditAfter(db, mark)).toMatchObject([
    {
      actor_id: chief.id,
      action: 'approval.given',
      subject_id: vera.id,
      after: { ...ASKED, amount: REQUEST.amount, seller_id: vera.id, address: '127.0.0.1' },
    },
  ]);
  const { rows } = await sql<{ seconds: number; text: string }>`
    SELECT extract(epoch FROM expires_at - now()) AS seconds, a::text AS text FROM approvals a
    WHERE approved_by = ${chief.id}`.execute(db);
  expect(rows).toHaveLength(1);
  expect(Number(rows[0]?.seconds)).toBeGreaterThan(60);
  expect(Number(rows[0]?.seconds)).toBeLessThanOrEqual(120);
  // Only its hash is stored.
  expect(rows[0]?.text).not.toContain(body.approval);
  expect(rows[0]?.text).not.toContain(Buffer.from(body.approval).toString('hex'));
  const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', chief.id);
  expect(await sessions.execute()).toEqual([]);
  const asSession = await shop.call('listAudit', { token: body.approval });
  expect(asSession.status).toBe(401);
});

test('who approved is found as Quem, with the seller and the sum', async () => {
  const helena = await aUser(db, { name: 'Helena', admin: true });
  const requests = [
    ['refund', { ...aRefundOfNothing, total: 12.5 }, 12.5],
    ['payments', { reason: 'Forma errada', payments: [{ method: 'Pix', amount: 7 }] }, 7],
    ['withdrawal', REQUEST, 12.5],
  ] as const;
  for (const [action, request] of requests) {
    const body = { username: helena.login, password: PASSWORD, action, subject: 7, request };
    expect((await shop.call('approve', { token: counter.token, body })).status).toBe(201);
  }
  const token = await tokenOf(shop, chief.login);
  const { body } = await shop.call('listAudit', { token, query: { user: 'Helena' } });
  expect(body.results).toMatchObject(
    requests
      .map(([action, , amount]) => ({
        action: 'approval.given',
        actor_name: 'Helena',
        person: 'Vera',
        after: { action, amount },
      }))
      .reverse(),
  );
  expect(body.results.map(subjectOf)).toEqual([
    'Sangria do caixa nº 7, pedida por Vera',
    'Correção de pagamento da venda nº 7, pedida por Vera',
    'Devolução da venda nº 7, pedida por Vera',
  ]);
});

test('the response is the same whatever is wrong, and each try is in the audit', async () => {
  const inactive = await aUser(db, { admin: true, active: false });
  const seen = new Set<string>();
  const mark = await lastAuditId(db);
  const wrong: [string, string | undefined][] = [
    [chief.login, 'outra-senha'],
    [chief.login, ''],
    [inactive.login, undefined],
    ['ninguem', undefined],
    [vera.login, 'outra-senha'],
  ];
  for (const [login, password] of wrong) {
    const { status, problem } = await approve(login, password);
    // The reference is of this request alone.
    seen.add(JSON.stringify([status, { ...problem, reference: undefined }]));
  }
  expect([...seen]).toEqual([expect.stringContaining('"wrong_credentials"')]);
  const audit = await auditAfter(db, mark);
  expect(audit.map(({ action, actor_id }) => [action, actor_id])).toEqual(
    wrong.map(() => ['approval.refused', vera.id]),
  );
  expect(audit.map(({ subject_id }) => subject_id)).toEqual(
    [chief, chief, inactive, null, vera].map((user) => user?.id ?? null),
  );
  expect(JSON.stringify(audit)).not.toContain('outra-senha');
});

test.each([
  ['a seller', {}],
  ['an administrator with a provisional password', { admin: true, mustChangePassword: true }],
])('%s approves nothing, and learns it after the right password alone', async (_who, given) => {
  const user = await aUser(db, given);
  expect((await approve(user.login, 'outra-senha')).problem.code).toBe('wrong_credentials');
  const mark = await lastAuditId(db);
  expect((await approve(user.login)).problem).toMatchObject({
    status: 403,
    code: 'not_administrator',
  });
  expect(await auditAfter(db, mark)).toMatchObject([
    { action: 'approval.refused', actor_id: vera.id, subject_id: user.id },
  ]);
  const approvals = db.selectFrom('approvals').select('approved_by');
  expect(await approvals.where('approved_by', '=', user.id).execute()).toEqual([]);
});

test('tries count as sign-ins; who guesses at sign-ins keeps no approval out', async () => {
  const body = { username: chief.login, password: 'errada' };
  for (let time = 0; time < 9; time++) {
    expect((await shop.call('login', { body })).status).toBe(401);
  }
  for (let time = 0; time < 10; time++) {
    expect((await approve(chief.login, 'errada')).status).toBe(401);
  }
  // The wait of a second, longer for a busy machine.
  await sql`UPDATE sign_in_failures SET blocked_until = now() + interval '1 minute'
    WHERE blocked_until IS NOT NULL`.execute(shop.owner.db);
  const waiting = await approve(chief.login);
  expect(waiting).toMatchObject({ status: 429, problem: { code: 'too_many_attempts' } });
  expect(waiting.headers.get('retry-after')).toMatch(/^\d+$/);
  const { key } = subjectsOf(chief.login, '127.0.0.1', true).account;
  const counts = shop.owner.db.selectFrom('sign_in_failures').select('failures');
  expect(await counts.where('subject', '=', key).execute()).toEqual([{ failures: 19 }]);
  const right = { username: chief.login, password: PASSWORD };
  // And who signs in elsewhere does not wait for it.
  const there = { 'x-forwarded-for': '203.0.113.9' };
  expect((await shop.call('login', { body: right, headers: there })).status).toBe(200);
});

/** A sale of three pens in two lines, and the request of a refund of one of them. */
async function aRefundOf() {
  const sale = await aSale(pool, {
    seller: vera,
    client,
    items: [
      { product: pen, quantity: 2 },
      { product: pen, quantity: 1 },
    ],
    payments: [{ method: cash, amount: cents(750) }],
  });
  const refund = (approval?: string, token = counter.token, body: NewRefund = aRefundBody(sale)) =>
    shop.call('createRefund', {
      token,
      id: sale.id,
      headers: { 'idempotency-key': randomUUID() },
      body: { ...body, ...(approval !== undefined && { approval }) },
    });
  const body = aRefundBody(sale);
  const asked = { action: 'refund', subject: sale.id, body, approver: chief } as const;
  return { sale, refund, asked };
}

test('an approval is for its action, subject, request and person alone, and is used once', async () => {
  const { sale, refund, asked } = await aRefundOf();
  const rui = await aUser(db);
  const ruis = await tokenOf(shop, rui.login);
  await openSale(db, rui, sale.id, client.cpf);
  const before = await tableSnapshot(db);
  expect((await refund()).problem).toMatchObject({ status: 403, code: 'approval_required' });
  expect(await tableSnapshot(db)).toEqual(before);
  const refused = { status: 403, problem: { code: 'approval_ended' } };
  for (const approval of [
    await anApproval(db, vera, { ...asked, action: 'exchange' }),
    await anApproval(db, vera, { ...asked, subject: sale.id + 1 }),
    // The worth is the same; another item, another way back, another reason.
    await anApproval(db, vera, { ...asked, body: aRefundBody(sale, [{ line: 2, quantity: 1 }]) }),
    await anApproval(db, vera, {
      ...asked,
      body: { ...asked.body, payments: [{ method: 'Pix', amount: 2.5 }] },
    }),
    await anApproval(db, vera, { ...asked, body: { ...asked.body, reason: 'Defeito' } }),
    await anApproval(db, rui, asked),
    'A'.repeat(43),
  ]) {
    const unchanged = await tableSnapshot(db);
    expect(await refund(approval)).toMatchObject(refused);
    expect(await tableSnapshot(db)).toEqual(unchanged);
  }
  const approval = await anApproval(db, vera, asked);
  expect(await refund(approval, ruis)).toMatchObject(refused);
  // What is refused for another reason leaves it unused.
  const wrong = { ...aRefundBody(sale), total: 2.4 };
  expect((await refund(approval, undefined, wrong)).problem.code).toBe('figures_differ');
  expect(await refund(approval)).toMatchObject({ status: 201, body: { approved_by: 'Chefe' } });
  expect(await refund(approval)).toMatchObject(refused);
});

test('of two requests at once with one approval, one is recorded', async () => {
  const { sale, refund, asked } = await aRefundOf();
  const approval = await anApproval(db, vera, asked);
  const release = await hold(db, (tx) =>
    sql`SELECT FROM sales WHERE id = ${sale.id} FOR UPDATE`.execute(tx),
  );
  const both = [refund(approval), refund(approval)];
  await untilBlocked(db, 2);
  await release();
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 403]);
});

test('it expires, by the database’s clock, and expired ones are swept', async () => {
  const { refund, asked } = await aRefundOf();
  const approval = await anApproval(db, vera, asked);
  await db.updateTable('approvals').set({ expires_at: sql<Date>`now()` }).execute();
  expect((await refund(approval)).problem.code).toBe('approval_ended');
  await approve(chief.login);
  const hash = requestHash({ by: vera.id, ...ASKED, body: REQUEST });
  expect(await db.selectFrom('approvals').select('request_hash').execute()).toEqual([
    { request_hash: hash },
  ]);
});

test.each([
  ['demoted', { admin: false }],
  ['deactivated', { active: false }],
  ['given a provisional password', { must_change_password: true, provisional_until: new Date() }],
  ['deleted', { deleted_at: new Date(), deleted_by: 1 }],
])('it ends when who gave it is %s', async (_how, change) => {
  const { refund, asked } = await aRefundOf();
  const approval = await anApproval(db, vera, asked);
  await db.updateTable('users').set(change).where('id', '=', chief.id).execute();
  expect((await refund(approval)).problem.code).toBe('approval_ended');
});

test('an administrator needs none, and is not asked for one', async () => {
  const { refund } = await aRefundOf();
  const own = await tokenOf(shop, chief.login);
  expect(await refund(undefined, own)).toMatchObject({ status: 201, body: { approved_by: null } });
});
