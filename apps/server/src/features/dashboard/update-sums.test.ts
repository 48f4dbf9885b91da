import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { catchingUp } from '../../database/catching-up.ts';
import { connect } from '../../database/connection.ts';
import { hold, untilBlocked } from '../../testing/books.ts';
import { aUser } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { markSaleDeleted } from '../sales/sales.repository.ts';
import { lockSums, readSumsProgress } from './sums.repository.ts';
import { updateSums } from './update-sums.ts';

/** A counter with an administrator, who sees the number of all sales. */
async function openCountedShop() {
  const counter = await openTestCounter(onTestFinished);
  const { shop } = counter;
  const chief = await aUser(shop.owner.db, { login: 'chefe', admin: true });
  const token = await tokenOf(shop, chief.login);
  const listed = async (query: Record<string, string> = {}) =>
    (await shop.call('listSales', { token, query })).body.count;
  const remove = (id: number) => shop.call('deleteSale', { token, params: { id: String(id) } });
  const sold = async () => (await counter.sell(counter.payload)).body.id;
  const countedTo = async () => (await readSumsProgress(shop.owner.db)).summed.sale;
  return { ...counter, chief, listed, remove, sold, countedTo };
}

test('a sale is in the list once, before it is counted and after, and gone when it is deleted', async () => {
  const { shop, listed, remove, sold, countedTo } = await openCountedShop();
  const first = await sold();
  await sold();
  expect(await listed()).toBe(2);
  await updateSums(shop.connection.db, { atLeast: 3 });
  expect(await countedTo()).toBe(0);
  await updateSums(shop.connection.db);
  const third = await sold();
  expect(await countedTo()).toBe(third - 1);
  expect(await listed()).toBe(3);
  expect(await listed({ search: 'vera' })).toBe(3);
  expect(await listed({ search: 'ninguém' })).toBe(0);
  await remove(first);
  await remove(third);
  expect(await listed()).toBe(1);
  await updateSums(shop.connection.db);
  expect(await listed()).toBe(1);
  expect(await violations(shop.owner.db)).toEqual([]);
});

test('an uncommitted deletion keeps the counts as they are, and another one waits for it', async () => {
  const { shop, chief, listed, remove, sold, countedTo } = await openCountedShop();
  const { db } = shop.connection;
  const ids = [await sold(), await sold()];
  const letGo = await hold(db, (tx) =>
    markSaleDeleted(tx, ids[0] ?? 0, { by: chief.id, at: undefined, reason: undefined }),
  );
  const second = remove(ids[1] ?? 0);
  await untilBlocked(shop.owner.db);
  const stopping = new AbortController();
  const counting = updateSums(db, { signal: stopping.signal }).catch(() => {});
  expect(await listed()).toBe(2);
  await letGo();
  expect((await second).status).toBe(200);
  await counting;
  expect(await listed()).toBe(0);
  await updateSums(db);
  expect(await countedTo()).toBe(ids[1]);
  // The first was deleted without an audit event.
  expect(await violations(shop.owner.db)).toEqual([
    `a deleted sale has one audit row of that, others none: ${ids[0]}`,
  ]);
});

test('a count that cannot go on is logged once, until it works again', async () => {
  const { shop, sold, countedTo } = await openCountedShop();
  const logged: string[] = [];
  const keep = (message: string) => void logged.push(message);
  const log = { warn: keep, error: (message: string) => keep(`error: ${message}`) };
  const { db } = shop.connection;
  const count = catchingUp(
    { db, log },
    { update: (of) => updateSums(of), tooMany: 1, trouble: 'Trouble' },
  );
  const letGo = await hold(shop.owner.db, lockSums);
  await sold();
  await count();
  expect(logged).toEqual([]);
  const second = await sold();
  await count();
  await count();
  expect(logged).toEqual([expect.stringContaining('2 vendas esperam')]);
  await letGo();
  await count();
  expect(await countedTo()).toBe(second);

  await sold();
  const inTheWay = await hold(shop.owner.db, (tx) =>
    sql`LOCK TABLE day_sums IN EXCLUSIVE MODE`.execute(tx),
  );
  const { options } = shop.connection.pool;
  // pg hides the password from the spread.
  const { password } = options;
  const impatient = connect({ ...options, ...(password && { password }) }, () => {}, 200);
  onTestFinished(() => impatient.close());
  const countImpatiently = catchingUp(
    { db: impatient.db, log },
    { update: (of) => updateSums(of), tooMany: 1, trouble: 'Trouble' },
  );
  await countImpatiently();
  await countImpatiently();
  expect(logged.slice(1)).toEqual([expect.stringContaining(': demorou demais')]);
  await inTheWay();
  await count();
  expect(logged).toHaveLength(2);
});

test('selling, deleting and counting at once, every list is whole and the counts come out right', async () => {
  const { shop, listed, remove, sold } = await openCountedShop();
  const { db } = shop.connection;
  let selling = true;
  const rounds = 12;
  const sellers = Promise.all(
    Array.from({ length: 4 }, async () => {
      const mine: number[] = [];
      for (let round = 0; round < rounds; round++) mine.push(await sold());
      return mine;
    }),
  ).finally(() => {
    selling = false;
  });
  const counting = (async () => {
    while (selling) await updateSums(db);
  })();
  let last = 0;
  while (selling) {
    const now = await listed();
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
  const ids = (await sellers).flat();
  await counting;
  expect(await listed()).toBe(4 * rounds);
  const deleted = ids.filter((_id, place) => place % 2 === 0);
  await Promise.all([...deleted.map((id) => remove(id)), updateSums(db), updateSums(db)]);
  await updateSums(db);
  expect(await listed()).toBe(4 * rounds - deleted.length);
  expect(await violations(shop.owner.db)).toEqual([]);
});
