import { afterAll, afterEach, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { openBoxCounter } from '../../testing/box-counter.ts';
import { closeBoxOf } from '../../testing/boxes.ts';
import { anApproval } from '../../testing/builders.ts';
import { violations } from '../../testing/invariants.ts';

const counter = await openBoxCounter(afterAll);
const { shop, vera, open, move, count, settle, look, own, sell } = counter;
const { db } = shop.owner;

afterEach(async () => {
  await closeBoxOf(db, vera);
  await closeBoxOf(db, counter.chief);
  expect(await violations(db)).toEqual([]);
});

const take = async (amount: number) => (await move({ kind: 'withdrawal', amount })).outcome;

const approvedTake = async (box: number, amount: number) => {
  const body = { kind: 'withdrawal', amount, reason: 'Troco' } as const;
  const approval = await anApproval(db, vera, { action: 'withdrawal', subject: box, body });
  return move({ ...body, approval });
};

test('the withdrawals of a box count together against the limit', async () => {
  const { id } = (await open(5_000)).body;
  expect([await take(120), await take(80)]).toEqual([201, 201]);
  expect(await take(0.01)).toBe('approval_required');
  // Putting it back makes no room for more.
  expect((await move({ kind: 'supply', amount: 200 })).status).toBe(201);
  expect(await take(0.01)).toBe('approval_required');
  expect((await approvedTake(id, 10)).status).toBe(201);
  expect((await look(id)).body.expected_cash).toBe(4_990);
  await count(id, { cash: 4_990 });
  await open(100);
  expect(await take(200)).toBe(201);
});

test('without an administrator no withdrawal tells what the drawer should hold', async () => {
  const { id } = (await open(40)).body;
  await sell();
  const before = await lastAuditId(db);
  const answers: unknown[] = [];
  // 67,40 in the drawer: whoever tries sum after sum hears the same before and after it.
  for (let time = 1; time <= 20; time++) answers.push(await take(10));
  expect(answers).toEqual(answers.map(() => 201));
  expect(await take(0.01)).toBe('approval_required');
  const audit = await auditAfter(db, before);
  expect(audit.map(({ action }) => action)).toEqual(answers.map(() => 'box.withdrawn'));
  expect((await look(id)).body.expected_cash).toBe(-132.6);
  expect((await count(id, { cash: 0 })).body.box.counts).toMatchObject([
    { method: 'Dinheiro', expected: -132.6, counted: 0, difference: 132.6 },
  ]);
  await settle(id, { reason: 'Sangria a mais' }, counter.admin);
});

test('what an administrator approves is never more than the drawer holds, and from then on all are approved', async () => {
  const { id } = (await open(100)).body;
  expect((await own()).box).toMatchObject({ short: false });
  const before = await lastAuditId(db);
  expect((await approvedTake(id, 300)).problem.code).toBe('drawer_short');
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'box.withdrawal_refused', subject_id: id, after: { amount: 300 } },
  ]);
  expect((await own()).box).toMatchObject({ short: true });
  expect(await take(1)).toBe('approval_required');
  expect((await approvedTake(id, 100.01)).problem.code).toBe('drawer_short');
  expect((await approvedTake(id, 100)).status).toBe(201);
});

test('an administrator needs no approval, and takes no more than there is', async () => {
  const withdraw = (amount: number) =>
    move({ kind: 'withdrawal', amount }, undefined, counter.admin);
  await open(150, counter.admin);
  expect((await withdraw(150.01)).problem.code).toBe('drawer_short');
  expect((await withdraw(150)).status).toBe(201);
});
