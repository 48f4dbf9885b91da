import { randomUUID } from 'node:crypto';
import type { RouteName } from '@balcao/contract/api/routes.ts';
import { cents } from '@balcao/domain/money.ts';
import { percentHundredths } from '@balcao/domain/sale-total.ts';
import { readSession } from '@balcao/server/src/features/auth/session.repository.ts';
import { hashToken } from '@balcao/server/src/features/auth/token-hashes.ts';
import type { TestShop } from '@balcao/server/src/testing/app.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aStudent,
  aUser,
  type BuiltUser,
} from '@balcao/server/src/testing/builders.ts';
import { anAccess } from '@balcao/server/src/testing/signed-in.ts';
import { validCalls } from '@balcao/server/src/testing/valid-calls.ts';
import type { RandomNumbers } from '../torture/random.ts';
import type { Parts, Who } from './requests.ts';

/** A signed-in user with the token for their requests. */
type Actor = { user: BuiltUser; access: string };

/** Their codes expire, and what one of them needs another changes. */
const OF_THE_MOMENT = /SecondFactor$/;

/** Keeps an administrator and a seller signed in, and knows requests that match the rows of the shop. */
export async function openFuzzShop(shop: TestShop) {
  const { db, pool } = shop.owner;
  const calls: Partial<Record<string, (actor: BuiltUser) => unknown>> = validCalls(shop);
  const actors = { admin: await anActor(true), seller: await anActor(false) };
  const known = new Map<string, Parts>();

  async function anActor(admin: boolean): Promise<Actor> {
    const user = await aUser(db, { admin });
    return { user, access: await anAccess(db, user.id) };
  }

  /** A sale that adds up, with or without a key. */
  async function aVariedSale({ below, chance }: RandomNumbers): Promise<Parts> {
    const items = [];
    for (let left = 1 + below(4); left > 0; left--) {
      // Sellers may give no discount.
      const discountPercent = percentHundredths(chance(0.2) ? below(10_000) / 100 : 0);
      items.push({ product: await aProduct(db), quantity: 1 + below(20), discountPercent });
    }
    const student = chance(0.5) ? await aStudent(db) : null;
    const sale = { client: await aClient(db), student, items };
    const total = Math.round(aSalePayload({ ...sale, payments: [] }).total_general * 100);
    const payment = { method: await aPaymentMethod(db), amount: cents(total + below(5_000)) };
    return {
      body: aSalePayload({ ...sale, payments: [payment] }),
      headers: chance(0.5) ? { 'idempotency-key': randomUUID() } : {},
    };
  }

  return {
    /** Deletes the waits for sign-ins. */
    allowSignIns: () => db.deleteFrom('sign_in_failures').execute(),
    /** Otherwise the administrator could do nothing else. */
    requireNoSecondFactor: () =>
      db.updateTable('settings').set({ require_second_factor: false }).execute(),
    /** A request that succeeds for those with access; the same until `forget`, as its rows take time. */
    async knownParts(route: string, who: Who, random: RandomNumbers): Promise<Parts | undefined> {
      const call = calls[route as RouteName];
      if (!call) return undefined;
      const key = `${route} ${who}`;
      const { user } = actors[who === 'nobody' ? 'seller' : who];
      const parts =
        (OF_THE_MOMENT.test(route) ? undefined : known.get(key)) ??
        ((route === 'createSale' ? await aVariedSale(random) : await call(user)) as Parts);
      known.set(key, parts);
      return parts;
    },
    forget: (route: string, who: Who) => known.delete(`${route} ${who}`),
    headersOf: (who: Who, address: string): Record<string, string> => ({
      'x-forwarded-for': address,
      ...(who !== 'nobody' && { authorization: `Bearer ${actors[who].access}` }),
    }),
    /** Puts a new user in the place of one whose session has ended; false when it has not. */
    async replace(who: 'admin' | 'seller', { evenIfSignedIn = false }): Promise<boolean> {
      const isSignedIn = await readSession(pool, hashToken(actors[who].access));
      if (isSignedIn && !evenIfSignedIn) return false;
      actors[who] = await anActor(who === 'admin');
      known.clear();
      return true;
    },
  };
}
