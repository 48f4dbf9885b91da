import { randomUUID } from 'node:crypto';
import { endpoints } from '@balcao/contract/api/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { statusOf } from '@balcao/contract/endpoint-types.ts';
import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import type { Sent } from '../../testing/app.ts';
import { openBoxCounter } from '../../testing/box-counter.ts';
import { setCashBox } from '../../testing/boxes.ts';
import { anApproval, aProduct, aSale } from '../../testing/builders.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { validCalls } from '../../testing/valid-calls.ts';

/**
 * The call of a count that is saved is no secret any more; opening needs a box that is closed; and with
 * another password the other calls are no valid ones.
 */
const LATER: RouteName[] = ['changePassword', 'openBox', 'countBox', 'settleBox'];
const blindCalls = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].access !== 'admin' && !LATER.includes(name),
);

/** The sums that a text holds: in reais, in centavos or as Brazilians write them. */
function found(text: string, sums: readonly number[]): number[] {
  return sums.filter((sum) => {
    const inCents = Math.round(sum * 100);
    const digits = String(inCents);
    const [whole, rest] = [digits.slice(0, -2), digits.slice(-2)];
    const written = `${whole.slice(0, -3)}\\.?${whole.slice(-3)}[.,]${rest}`;
    return new RegExp(`(?<![\\d.,])(?:${inCents}|${sum}|${written})(?!\\d)`).test(text);
  });
}

test('until the count is saved, no call gives a seller what the box should hold', async () => {
  const counter = await openBoxCounter();
  const { shop, vera: seller, client, cash, pix, sell, open, move, look, count, settle } = counter;
  const { db, pool } = shop.owner;
  await setCashBox(db, 'simple');
  // In no box, so that there is a closing to be seen.
  await sell();
  await setCashBox(db, 'counted');
  const box = (await open(150)).body.id;
  for (const [byCash, byPix] of [
    [2_000_19, 1_313_13],
    [1_470_89, 1_400_78],
    [977_07, 2_200_41],
  ] as const) {
    const product = await aProduct(db, { price: cents(byCash + byPix) });
    const payments = [
      { method: cash, amount: cents(byCash) },
      { method: pix, amount: cents(byPix) },
    ];
    await aSale(pool, { seller, client, items: [{ product }], payments });
  }
  await move({ kind: 'supply', amount: 823.19 });
  await move({ kind: 'withdrawal', amount: 103 });

  /** The telltales of the moment: no single figure of the shop is one of them. */
  const sums = async () => {
    const { body } = await look(box);
    const { expected_cash, payment_methods, sold_total, total_final } = body;
    const { Pix = 0, Dinheiro = 0 } = payment_methods;
    const all = [expected_cash, Pix, Dinheiro, sold_total, total_final];
    expect(all.every((sum) => sum > 4_000)).toBe(true);
    // An administrator sees them, and `found` would.
    expect(found(JSON.stringify(body), all)).toEqual(all);
    return all;
  };
  const valid = validCalls(shop);
  const access = () => anAccess(db, seller.id);
  const own = { id: box };

  async function expectBlind<N extends RouteName>(name: N, sent: Sent<N>, status?: number) {
    await setCashBox(db, 'counted');
    const before = await sums();
    const answer = await shop.call(name, { ...sent, token: await access() });
    expect([name, answer.status]).toEqual([name, status ?? statusOf(endpoints[name])]);
    expect([name, found(JSON.stringify(answer.body), [...before, ...(await sums())])]).toEqual([
      name,
      [],
    ]);
  }

  for (const name of blindCalls) {
    await expectBlind(name, (await valid[name](seller)) as Sent<RouteName>);
  }
  await expectBlind('changePassword', await valid.changePassword(seller));
  const asked = { headers: { 'idempotency-key': randomUUID() } };
  const take = (amount: number) => ({ kind: 'withdrawal', amount, reason: 'Cofre' }) as const;
  const body = take(9_000);
  const approval = await anApproval(db, seller, { action: 'withdrawal', subject: box, body });
  await expectBlind('openBox', { body: { float: 1 } }, 409);
  await expectBlind('moveCash', { ...asked, body: take(9_000) }, 403);
  await expectBlind('moveCash', { ...asked, body: { ...body, approval } }, 409);
  const most = { kind: 'supply', amount: 9_999_999.99, reason: 'Troco' } as const;
  await expectBlind('moveCash', { ...asked, body: most }, 422);
  const notes = [{ value: 100, count: 1 }];
  await expectBlind('countBox', { ...own, body: { cash: 2, notes } }, 422);
  const methods = [{ method: 'Fiado', amount: 1 }];
  await expectBlind('countBox', { ...own, body: { cash: 2, methods } }, 422);
  await expectBlind('settleBox', { ...own, body: { reason: 'Falta' } }, 404);
  await expectBlind('readBox', own, 403);

  // Once the count is saved, the difference is shown.
  const [expected = 0] = await sums();
  const counted = await count(box, { cash: 2 }, await access());
  expect(found(JSON.stringify(counted.body), [expected])).toEqual([expected]);
  expect((await settle(box, { reason: 'Falta' }, counter.admin)).status).toBe(200);
});
