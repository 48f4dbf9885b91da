import { randomUUID } from 'node:crypto';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { cents } from '@balcao/domain/money.ts';
import { beforeEach, expect, test } from 'vitest';
import { UnconfirmedCommit } from '../../database/unavailable.ts';
import { atCommit, hearUnreplicated, UNREPLICATED } from '../../testing/at-commit.ts';
import { anOpenBox, setCashBox } from '../../testing/boxes.ts';
import { aParkedOrder, aSalePayload, aStudent, aUser } from '../../testing/builders.ts';
import { type Counter, openTestCounter, saleIds } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { whose } from '../../testing/people.ts';
import { listenTo } from '../../testing/statements.ts';
import { claimParkedSale, parkSale } from '../parked-sales/parked-sales.service.ts';
import { anonymisePerson } from '../people/personal-data.service.ts';
import { insertSales, type SaleToInsert } from './insert-sales.repository.ts';
import { createSale } from './record-sale.ts';
import { openSaleBatches, type SaleStatements } from './sale-batches.ts';
import { saleRecord } from './sale-record.ts';
import { loadSale } from './sales.repository.ts';
import { deleteSale } from './sales.service.ts';

/** Sales that arrive at the same moment share statements and nothing else. */

let counter: Counter;
let batches: SaleStatements;
/** The errors for which batches were split. */
let splits: unknown[];
let sell: (
  sales: readonly Partial<Request>[],
  through?: SaleStatements,
) => Promise<PromiseSettledResult<Recorded>[]>;

type Request = NewSale & { key: string };
type Recorded = Awaited<ReturnType<typeof createSale>>;

beforeEach(async () => {
  counter = await openTestCounter();
  const { shop, payload, vera: seller } = counter;
  const { db, pool } = shop.connection;
  splits = [];
  batches = openSaleBatches(pool, { warn: ({ err }) => splits.push(err) });
  sell = (sales, through = batches) =>
    Promise.allSettled(
      sales.map(({ key, ...changed }) =>
        createSale({ db, statements: through }, { body: { ...payload, ...changed }, seller, key }),
      ),
    );
  return async () => expect(await violations(shop.owner.db)).toEqual([]);
});

const recorded = (responses: readonly PromiseSettledResult<Recorded>[]) =>
  responses.map((response) => {
    if (response.status === 'rejected') throw response.reason;
    return response.value;
  });

/** Makes the database refuse to commit a sale without a student. */
const refuseWithoutStudent = (message: string, code: string) =>
  atCommit(
    counter.shop.owner.db,
    `IF NEW.student_id IS NULL THEN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END IF`,
  );

/** The sales after their checks, before they are written. */
async function checked(sales: readonly Partial<Request>[]): Promise<SaleToInsert[]> {
  const ready: SaleToInsert[] = [];
  const insert: SaleStatements['insert'] = async (sale) => {
    ready.push(sale);
    return { broken: 'parked_sale_taken' };
  };
  await sell(sales, { ...batches, insert });
  return ready;
}

test('twenty concurrent requests are twenty sales in three batches, each with its own response', async () => {
  const { shop, client, pen, cash } = counter;
  const heard = listenTo(shop.connection.pool);
  const requests = Array.from({ length: 20 }, (_, place) => {
    const items = [{ product: pen, quantity: place + 1 }];
    const payments = [{ method: cash, amount: cents((place + 1) * pen.unitPrice) }];
    return aSalePayload({ client, items, payments });
  });
  const sales = recorded(await sell(requests)).map(({ sale }) => sale);
  expect(heard).toHaveLength(6);
  expect(sales.map(({ total }) => total)).toEqual(requests.map(({ total }) => total));
  for (const sale of sales) {
    const stored = await loadSale(shop.connection.db, sale.id);
    expect(stored && saleRecord(stored)).toEqual(sale);
  }
  expect(await saleIds(shop)).toHaveLength(20);
});

test('a sale that the database refuses takes no other with it', async () => {
  await refuseWithoutStudent('of no known kind', 'P0001');
  const responses = await sell([{}, {}, { student: null }, {}, {}, {}, { student: null }, {}]);
  const statuses = responses.map(({ status }) => status);
  const [no, yes] = ['rejected', 'fulfilled'];
  expect(statuses).toEqual([yes, yes, no, yes, yes, yes, no, yes]);
  expect(await saleIds(counter.shop)).toHaveLength(6);
  expect(splits).toHaveLength(1);
});

test('nor does one that breaks a rule: the others are written by the same statement', async () => {
  const { shop, vera, client, payload } = counter;
  const { db } = shop.owner;
  const [key, taken] = [randomUUID(), randomUUID()];
  const { id } = await parkSale(db, vera, aParkedOrder({ key: taken }));
  await claimParkedSale(db, vera, { id, claim: randomUUID() });
  const gone = await aStudent(db);
  const sales = await checked([{}, { key: taken }, { key }, { key }, { student: gone.id }]);
  await anonymisePerson(db, await whose(db, 'student', gone.registration));
  const heard = listenTo(shop.connection.pool);
  const results = await Promise.all(sales.map(batches.insert));
  const written = { id: expect.any(Number) };
  expect(results).toMatchObject([
    written,
    { broken: 'parked_sale_taken' },
    written,
    { broken: 'key_taken' },
    { broken: 'check_again' },
  ]);
  expect(heard).toHaveLength(1);
  expect(await saleIds(shop)).toHaveLength(2);
  // Checked again, the sale finds nobody.
  const again = await sell([{ ...payload, client: client.id, student: gone.id }]);
  expect(again).toMatchObject([{ reason: { code: 'unknown_student' } }]);
});

test('of two sales with one key whose first is refused, the second is checked by itself', async () => {
  const { shop, vera } = counter;
  const rui = await aUser(shop.owner.db);
  await setCashBox(shop.owner.db, 'counted');
  await anOpenBox(shop.owner.db, rui);
  const key = randomUUID();
  const [sale] = await checked([{ key }]);
  if (!sale) throw new Error('There is no sale');
  const theirs = { ...sale, seller: rui };
  const [refused, waiting] = await Promise.all([sale, theirs].map(batches.insert));
  expect(refused).toEqual({ broken: 'box_not_open' });
  expect(waiting).toEqual({ broken: 'check_again' });
  expect(await batches.insert(theirs)).toMatchObject({ id: expect.any(Number) });
  expect(await batches.insert({ ...sale, seller: vera })).toEqual({ broken: 'box_not_open' });
});

test('nor does one that the database always rolls back', async () => {
  await refuseWithoutStudent('could not serialize', '40001');
  const sales = await checked([{}, { student: null }, {}]);
  const [first, second, third] = await Promise.allSettled(sales.map(batches.insert));
  expect(first).toMatchObject({ value: { id: expect.any(Number) } });
  expect(second).toMatchObject({ reason: { code: '40001' } });
  expect(third).toMatchObject({ value: { id: expect.any(Number) } });
});

test('one key among others is one sale, even when it comes twice', async () => {
  const key = randomUUID();
  const requests = [{ key }, {}, { key }, { key, student: null }];
  const [first, other, same, different] = await sell(requests);
  if (first?.status !== 'fulfilled') throw first?.reason;
  const { sale } = first.value;
  expect(other).toMatchObject({ value: { replayed: false } });
  expect(same).toMatchObject({ value: { sale, replayed: true } });
  expect(different).toMatchObject({ reason: { code: 'key_reused' } });
  expect(await saleIds(counter.shop)).toHaveLength(2);
});

test('the key of a deleted sale is refused among others, and whenever the sale is deleted', async () => {
  const { db } = counter.shop.owner;
  const [key, another] = [randomUUID(), randomUUID()];
  const deleteSaleOf = async (key: string) => {
    const found = db.selectFrom('sales').select('id').where('idempotency_key', '=', key);
    await deleteSale(db, counter.vera, (await found.executeTakeFirstOrThrow()).id);
  };
  const deleted = { reason: { code: 'sale_deleted' } };
  // The sale is recorded and deleted after the look-up that did not find it.
  const insert: SaleStatements['insert'] = async (sale) => {
    recorded(await sell([{ key }]));
    await deleteSaleOf(key);
    return batches.insert(sale);
  };
  expect(await sell([{ key }], { ...batches, insert })).toMatchObject([deleted]);
  const among = await sell([{ key }, {}, { key }]);
  expect(among).toMatchObject([deleted, { value: { replayed: false } }, deleted]);

  // It is deleted after the look-up that found it.
  recorded(await sell([{ key: another }]));
  const references: SaleStatements['references'] = async (sale) => {
    const found = await batches.references(sale);
    await deleteSaleOf(another);
    return found;
  };
  expect(await sell([{ key: another }], { ...batches, references })).toMatchObject([deleted]);
});

test('batches with the same keys in any order do not deadlock', async () => {
  const sales = await checked(Array(8).fill({}));
  const { pool } = counter.shop.connection;
  for (let time = 0; time < 20; time++) {
    const others = sales.map((sale) => ({ ...sale, idempotencyKey: randomUUID() }));
    const groups = [others, others.toReversed()];
    const inserted = await Promise.all(groups.map((group) => insertSales(pool, group)));
    expect(inserted.flat().filter((sale) => 'id' in sale)).toHaveLength(8);
  }
  expect(await saleIds(counter.shop)).toHaveLength(160);
});

test('a commit that the replica has not confirmed is acknowledged to none of them', async () => {
  hearUnreplicated();
  await atCommit(counter.shop.owner.db, UNREPLICATED);
  const responses = await sell([{}, {}, {}]);
  for (const response of responses) {
    expect(response).toMatchObject({ reason: expect.any(UnconfirmedCommit) });
  }
});
