import type { IncomingMessage, ServerResponse } from 'node:http';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestShop, type TestShop } from '../testing/app.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aUser,
  PASSWORD,
} from '../testing/builders.ts';

/** More than any pool of connections has. */
const CROWD = 40;
const UNDER_WAY = 2;
const MOST_WAITING = 100;

async function openShop() {
  const shop = await openTestShop();
  const { db } = shop.owner;
  const signIn = async (name: string) => {
    const { login } = await aUser(db, { name });
    return (await shop.call('login', { body: { username: login, password: PASSWORD } })).body
      .access;
  };
  const [vera, ana] = [await signIn('Vera'), await signIn('Ana')];
  const [client, product, method] = [
    await aClient(db),
    await aProduct(db, { price: cents(500) }),
    await aPaymentMethod(db),
  ];
  const payments = [{ method, amount: cents(500) }];
  const body = aSalePayload({ client, items: [{ product }], payments });
  const sell = (token: string) => shop.call('createSale', { token, body });
  return { shop, vera, ana, sell };
}

/** Lists of sales wait from now on, and sales do not: these counts are what lists alone read. */
async function holdLists({ owner }: TestShop) {
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const transaction = owner.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE sales_counts IN ACCESS EXCLUSIVE MODE`.execute(tx);
    holding.resolve();
    await held.promise;
  });
  await holding.promise;
  const release = async () => {
    held.resolve();
    await transaction;
  };
  onTestFinished(release);
  return release;
}

/** Asks for so many lists; `statuses` fills as they are answered, with 0 for what was given up. */
function askForLists(shop: TestShop, token: string, count: number) {
  const given = new AbortController();
  const statuses: number[] = [];
  const lists = Array.from({ length: count }, async () => {
    const answer = await fetch(`${shop.origin}/api/pdv/sales/`, {
      headers: { authorization: `Bearer ${token}` },
      signal: given.signal,
    }).catch(() => undefined);
    await answer?.text();
    statuses.push(answer?.status ?? 0);
  });
  return { statuses, giveUp: () => given.abort(), all: () => Promise.all(lists) };
}

test('while one person’s forty lists hang, others sell and read, and in the end all are answered', async () => {
  const { shop, vera, ana, sell } = await openShop();
  const release = await holdLists(shop);
  const lists = askForLists(shop, vera, CROWD);
  const waiting = async () => {
    const { rows } = await sql`
      SELECT FROM pg_locks WHERE relation = 'sales_counts'::regclass AND NOT granted`.execute(
      shop.owner.db,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBeGreaterThan(1);

  expect((await sell(ana)).status).toBe(201);
  expect((await sell(vera)).status).toBe(201);
  expect((await shop.call('listActiveProducts', { token: ana })).body).toHaveLength(1);
  expect((await shop.call('readHealth')).status).toBe(200);
  await release();
  await lists.all();
  expect(lists.statuses).toEqual(Array(CROWD).fill(200));
});

test('who asks for more than may wait is told so, and who hangs up waits no longer', async () => {
  const { shop, vera } = await openShop();
  let left = 0;
  shop.app.server.on('request', (_request: IncomingMessage, response: ServerResponse) =>
    response.once('close', () => {
      if (!response.writableFinished) left++;
    }),
  );
  const release = await holdLists(shop);
  const tooMany = askForLists(shop, vera, UNDER_WAY + MOST_WAITING + CROWD);
  await expect.poll(() => tooMany.statuses).toEqual(Array(CROWD).fill(429));
  const refused = await shop.call('listSales', { token: vera });
  expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_attempts' });
  expect(refused.headers.get('retry-after')).toBe('2');

  tooMany.giveUp();
  await tooMany.all();
  await expect.poll(() => left).toBe(UNDER_WAY + MOST_WAITING);
  const again = askForLists(shop, vera, MOST_WAITING);
  await release();
  await again.all();
  expect(again.statuses).toEqual(Array(MOST_WAITING).fill(200));
});
