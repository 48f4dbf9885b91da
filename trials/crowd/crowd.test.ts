import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { openTestShop } from '@balcao/server/src/testing/app.ts';
import { aUser } from '@balcao/server/src/testing/builders.ts';
import { sellMany, stockLargeShop } from '@balcao/server/src/testing/large-shop.ts';
import { anAccess } from '@balcao/server/src/testing/signed-in.ts';
import { validCalls } from '@balcao/server/src/testing/valid-calls.ts';
import { afterAll, expect, test } from 'vitest';
import { addressOf, openCrowd } from './crowd.ts';
import { MOST_TIMES, openSelling, p95 } from './selling.ts';

/** npm run trials asks whether all are answered; CROWD=300 also compares how long a sale takes meanwhile. */
const { CROWD } = process.env;
const COUNT = Number(CROWD ?? 60);
const MOST_MS = CROWD ? 1_800_000 : 300_000;

const names = Object.keys(routes) as RouteName[];
const reads = names.filter((name) => routes[name].method === 'GET');
/** What nobody has to be signed in for. A sign-in is the last, for afterwards the address has to wait. */
const POSTS_OF_NOBODY = ['refreshSession', 'logout', 'login'] as const;
type Sent = { body?: unknown; headers?: Record<string, string> };
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
  const { quiet, sellWhile } = await openSelling(shop);
  const busy: Record<(typeof ROLES)[number], number[]> = { admin: [], seller: [], nobody: [] };
  for (const role of ROLES) {
    const user = await aUser(db, { admin: role === 'admin' });
    const authorization = role === 'nobody' ? undefined : `Bearer ${await anAccess(db, user.id)}`;
    for (const name of role === 'nobody' ? [...reads, ...POSTS_OF_NOBODY] : reads) {
      const sent: Sent = await valid[name](user);
      const { method } = routes[name];
      const headers = { ...sent.headers, ...(authorization && { authorization }) };
      const body = method === 'GET' ? undefined : JSON.stringify(sent.body ?? {});
      const asked = {
        ...{ url: addressOf(shop.origin, name, sent), method, body, count: COUNT },
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      };
      const [answers, took] = await sellWhile(crowd.ask(asked));
      const wrong = Object.keys(answers).filter(
        (status) => !/^[234]\d\d$|^try later$/.test(status),
      );
      expect(wrong, `${name} as ${role}`).toEqual([]);
      if (role === 'admin') expect(answers, name).toHaveProperty('200');
      busy[role].push(...took);
      if (CROWD && method !== 'GET') console.log(name, answers, p95(took) / p95(quiet));
    }
  }
  // Refusals are over after a few sales, whose 95th percentile says little: those of a whole role are compared.
  const times = Object.fromEntries(
    ROLES.map((role) => [role, p95(busy[role]) / p95(quiet)] as const),
  );
  console.log(`${COUNT} at once: how many times as long a sale takes, by who asks:`, times);
  if (CROWD) expect(Math.max(...Object.values(times))).toBeLessThan(MOST_TIMES);
});
