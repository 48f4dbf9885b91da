import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../testing/app.ts';
import { hold, untilBlocked } from '../testing/books.ts';
import { aSalePayload, aUser, saleParts } from '../testing/builders.ts';
import { anAccess } from '../testing/signed-in.ts';

/** More than a pool has connections. */
const CROWD = 40;
const UNDER_WAY = 2;
const MOST_WAITING = 100;

async function openShop() {
  const shop = await openTestShop();
  const { db } = shop.owner;
  const [seller, other] = [await aUser(db), await aUser(db)];
  const [vera, ana] = [await anAccess(db, seller.id), await anAccess(db, other.id)];
  const body = aSalePayload(await saleParts(db));
  const sell = (token: string) => shop.call('createSale', { token, body });
  return { shop, vera, ana, sell };
}

/** Makes lists of sales wait, but not sales: only lists read these counts. */
function holdLists({ owner }: TestShop) {
  return hold(owner.db, (tx) => sql`LOCK TABLE sales_counts IN ACCESS EXCLUSIVE MODE`.execute(tx));
}

/** Requests so many lists; `statuses` fills as they are answered, with 0 for aborted ones. */
function requestLists(shop: TestShop, token: string, count: number) {
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

test('while forty lists of one user hang, others sell and read; in the end all are answered', async () => {
  const { shop, vera, ana, sell } = await openShop();
  const release = await holdLists(shop);
  const lists = requestLists(shop, vera, CROWD);
  await untilBlocked(shop.owner.db, UNDER_WAY);

  expect((await sell(ana)).status).toBe(201);
  expect((await sell(vera)).status).toBe(201);
  expect((await shop.call('listActiveProducts', { token: ana })).body).toHaveLength(1);
  expect((await shop.call('readHealth')).status).toBe(200);
  await release();
  await lists.all();
  expect(lists.statuses).toEqual(Array(CROWD).fill(200));
});

test('too many waiting lists of one user are refused, and aborted ones wait no longer', async () => {
  const { shop, vera } = await openShop();
  let left = 0;
  shop.app.server.on('request', (_request: IncomingMessage, response: ServerResponse) =>
    response.once('close', () => {
      if (!response.writableFinished) left++;
    }),
  );
  const release = await holdLists(shop);
  const tooMany = requestLists(shop, vera, UNDER_WAY + MOST_WAITING + CROWD);
  await expect.poll(() => tooMany.statuses).toEqual(Array(CROWD).fill(429));
  const refused = await shop.call('listSales', { token: vera });
  expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_attempts' });
  expect(refused.headers.get('retry-after')).toBe('2');

  tooMany.giveUp();
  await tooMany.all();
  await expect.poll(() => left).toBe(UNDER_WAY + MOST_WAITING);
  const again = requestLists(shop, vera, MOST_WAITING);
  await release();
  await again.all();
  expect(again.statuses).toEqual(Array(MOST_WAITING).fill(200));
});
