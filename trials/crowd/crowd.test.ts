import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { openTestShop } from '@balcao/server/src/testing/app.ts';
import { aSalePayload, aUser, saleParts } from '@balcao/server/src/testing/builders.ts';
import { sellMany, stockLargeShop } from '@balcao/server/src/testing/large-shop.ts';
import { anAccess } from '@balcao/server/src/testing/signed-in.ts';
import { validCalls } from '@balcao/server/src/testing/valid-calls.ts';
import { afterAll, expect, test } from 'vitest';
import { addressOf, openCrowd } from './crowd.ts';

/** npm test asks whether all are answered; CROWD=300 also compares how long a sale takes meanwhile. */
const { CROWD } = process.env;
const COUNT = Number(CROWD ?? 60);
/** A sale takes at most so many times as long as on a quiet machine, for 95 of 100 sales. */
const MOST_TIMES = 10;
const MOST_MS = CROWD ? 1_800_000 : 300_000;

const names = Object.keys(routes) as RouteName[];
const reads = names.filter((name) => routes[name].method === 'GET');
const ROLES = ['admin', 'seller', 'nobody'] as const;

const shop = await openTestShop(afterAll);
const crowd = openCrowd();
afterAll(crowd.close);
const { db } = shop.owner;
await stockLargeShop(db, { products: 500, clients: 500, students: 1 });
await sellMany(db, 1_000);
const valid = validCalls(shop);

test('whatever a crowd reads, all are answered, and a seller sells meanwhile', {
  timeout: MOST_MS,
}, async () => {
  const token = await anAccess(db, (await aUser(db)).id);
  const body = aSalePayload(await saleParts(db));
  const sell = async () => {
    const began = performance.now();
    expect((await shop.call('createSale', { token, body })).status).toBe(201);
    return performance.now() - began;
  };
  const sellWhile = async <Answer>(work: Promise<Answer>): Promise<[Answer, number[]]> => {
    const took: number[] = [];
    let isOver = false;
    const selling = (async () => {
      do took.push(await sell());
      while (!isOver);
    })();
    const answer = await work.finally(() => {
      isOver = true;
    });
    await selling;
    return [answer, took];
  };
  const quiet: number[] = [];
  for (let sales = 0; sales < 100; sales++) quiet.push(await sell());

  const busy: Record<(typeof ROLES)[number], number[]> = { admin: [], seller: [], nobody: [] };
  for (const role of ROLES) {
    const user = await aUser(db, { admin: role === 'admin' });
    const authorization = role === 'nobody' ? undefined : `Bearer ${await anAccess(db, user.id)}`;
    for (const name of reads) {
      const url = addressOf(shop.origin, name, await valid[name](user));
      const [answers, took] = await sellWhile(crowd.ask({ url, authorization, count: COUNT }));
      const wrong = Object.keys(answers).filter(
        (status) => !/^[234]\d\d$|^try later$/.test(status),
      );
      expect(wrong, `${name} as ${role}`).toEqual([]);
      if (role === 'admin') expect(answers, name).toHaveProperty('200');
      busy[role].push(...took);
    }
  }
  // Refusals are over after a few sales, whose 95th percentile says little: those of a whole role are compared.
  const times = Object.fromEntries(
    ROLES.map((role) => [role, p95(busy[role]) / p95(quiet)] as const),
  );
  console.log(`${COUNT} at once: how many times as long a sale takes, by who asks:`, times);
  if (CROWD) expect(Math.max(...Object.values(times))).toBeLessThan(MOST_TIMES);
});

const p95 = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? 0;
