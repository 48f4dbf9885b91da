import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { hold, untilBlocked } from '../../testing/books.ts';
import { anApproval, aProduct, aSale, aUser } from '../../testing/builders.ts';
import { anExchangeBody, aRefund, aRefundBody } from '../../testing/corrections.ts';
import { openTestCounter, saleIds, tokenOf } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { openSale } from './sale-to-correct.ts';

const counter = await openTestCounter(afterAll);
const { shop, vera, client, student, pen, shirt, cash } = counter;
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
const admin = await tokenOf(shop, chief.login);

afterEach(async () => {
  expect(await violations(db)).toEqual([]);
});

const aSoldSale = (quantity = 1) =>
  aSale(pool, {
    seller: vera,
    client,
    student,
    items: [{ product: shirt, quantity }, { product: pen }],
    payments: [{ method: cash, amount: cents(4990 * quantity + 250) }],
  });

type Correcting = 'createRefund' | 'createExchange' | 'correctPayments';
type Options = { key?: string; token?: string };

function correct<N extends Correcting>(
  name: N,
  sale: { id: number },
  body: object,
  given?: Options,
) {
  const { key = randomUUID(), token = admin } = given ?? {};
  const sent = {
    token,
    params: { id: String(sale.id) },
    headers: { 'idempotency-key': key },
    body,
  };
  return shop.call(name, sent as never) as ReturnType<typeof shop.call<N>>;
}

const correctionsOf = ({ id }: { id: number }) =>
  db.selectFrom('corrections').select('id').where('sale_id', '=', id).execute();

/** Sends both while a transaction holds the sale, so that they run one right after the other. */
async function atOnce<T>(sale: { id: number }, sends: readonly (() => Promise<T>)[]) {
  const release = await hold(db, (tx) =>
    sql`SELECT FROM sales WHERE id = ${sale.id} FOR UPDATE`.execute(tx),
  );
  const sent = sends.map((send) => send());
  await untilBlocked(db, sends.length);
  await release();
  return Promise.all(sent);
}

test('of two returns of the last unit at once, one is recorded', async () => {
  const sale = await aSoldSale();
  const body = aRefundBody(sale);
  const refund = () => correct('createRefund', sale, body);
  const answers = await atOnce(sale, [refund, refund]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('more_than_sold');
  expect(await correctionsOf(sale)).toHaveLength(1);
});

test('a return and the deletion of its sale at once: one of them', async () => {
  const sale = await aSoldSale();
  const params = { id: String(sale.id) };
  const answers = await atOnce<{ status: number }>(sale, [
    () => correct('createRefund', sale, aRefundBody(sale)),
    () => shop.call('deleteSale', { token: admin, params }),
  ]);
  const [refunded, deleted] = answers.map(({ status }) => status);
  expect([
    [201, 409],
    [404, 200],
  ]).toContainEqual([refunded, deleted]);
});

test('a retry of an exchange gets the first one, after its approval and in any spelling', async () => {
  const sale = await aSoldSale();
  const product = await aProduct(db);
  const body = anExchangeBody(sale, { items: [{ product }], method: cash });
  const asked = { action: 'exchange', subject: sale.id, body } as const;
  const key = randomUUID();
  const { token } = counter;
  const approval = await anApproval(db, vera, asked);
  const first = await correct('createExchange', sale, { ...body, approval }, { key, token });
  expect(first.status).toBe(201);
  const sales = await saleIds(shop);
  const turned = Object.fromEntries(Object.entries(body).reverse());
  for (const again of [{ ...body, approval }, body, { ...turned, approval: 'outra' }]) {
    const answer = await correct('createExchange', sale, again, {
      key: key.toUpperCase(),
      token,
    });
    expect(answer).toMatchObject({ status: 201, body: first.body });
  }
  expect(await saleIds(shop)).toEqual(sales);
});

test('a key is refused for another kind, and when a sale has it', async () => {
  const [sale, other] = [await aSoldSale(2), await aSoldSale(2)];
  const key = randomUUID();
  expect((await correct('createRefund', sale, aRefundBody(sale), { key })).status).toBe(201);
  const payments = [{ method: 'Pix', amount: 102.3 }];
  const corrected = await correct('correctPayments', sale, { reason: 'x', payments }, { key });
  expect(corrected.problem.code).toBe('key_reused');
  const sold = randomUUID();
  expect((await counter.sell(counter.payload, sold)).status).toBe(201);
  const exchange = anExchangeBody(sale, { items: [{ product: pen }], method: cash });
  const refused = await correct('createExchange', other, exchange, { key: sold });
  expect(refused.problem.code).toBe('key_reused');
  expect(await correctionsOf(other)).toEqual([]);
  // And the other way round.
  const exchanged = randomUUID();
  expect((await correct('createExchange', other, exchange, { key: exchanged })).status).toBe(201);
  expect((await counter.sell(counter.payload, exchanged)).problem.code).toBe('key_reused');
});

test('a correction that the database rolled back because of others is retried', async () => {
  const sale = await aSoldSale();
  await sql`CREATE SEQUENCE trouble`.execute(db);
  await sql`
    CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF nextval('trouble') <= 2 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE CONSTRAINT TRIGGER trouble AFTER INSERT ON corrections DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION trouble()`.execute(db);
  expect((await correct('createRefund', sale, aRefundBody(sale))).status).toBe(201);
  await sql`DROP TRIGGER trouble ON corrections`.execute(db);
  expect(await correctionsOf(sale)).toHaveLength(1);
});

test('lists: a seller’s own, of days, of a product and by name; printed again by whom it is of', async () => {
  const rui = await aUser(db, { name: 'Rui Prado' });
  const ruis = await tokenOf(shop, rui.login);
  const product = await aProduct(db);
  const sale = await aSale(pool, {
    seller: vera,
    client,
    items: [{ product, quantity: 2 }],
    payments: [{ method: cash, amount: cents(2 * product.unitPrice) }],
  });
  await openSale(db, rui, sale.id, client.cpf);
  const old = await aRefund(db, { sale, maker: rui, at: new Date('2026-03-02T12:00:00Z') });
  const refund = aRefundBody(sale);
  const asked = { action: 'refund', subject: sale.id, body: refund } as const;
  const body = { ...refund, approval: await anApproval(db, rui, asked) };
  const now = (await correct('createRefund', sale, body, { token: ruis })).body;
  const listed = async (query: object, token = ruis) => {
    const { body: page } = await shop.call('listCorrections', { token, query });
    expect(page.count).toBe(page.results.length);
    return page.results.map(({ id }) => id);
  };
  expect(await listed({})).toEqual([now.id, old.id]);
  expect(await listed({}, counter.token)).not.toContain(now.id);
  expect(await listed({ startDate: '2026-03-02', endDate: '2026-03-02' })).toEqual([old.id]);
  expect(await listed({ search: 'prado rui', page_size: '100' }, admin)).toEqual([now.id, old.id]);
  expect(await listed({ products: String(product.id) }, admin)).toEqual([now.id, old.id]);
  expect(await listed({ products: '999999' }, admin)).toEqual([]);
  const second = await shop.call('listCorrections', {
    token: ruis,
    query: { page: '2', page_size: '1' },
  });
  expect(second.body).toMatchObject({ results: [old], total_pages: 2, count: 2 });

  const params = { id: String(now.id) };
  const print = (token: string) => shop.call('reprintCorrection', { token, params });
  expect((await print(counter.token)).problem.code).toBe('not_found');
  for (const token of [ruis, admin]) {
    expect((await print(token)).body).toEqual({ ...now, reprinted_at: expect.any(String) });
  }
});
