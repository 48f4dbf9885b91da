import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { openBoxCounter } from '../../testing/box-counter.ts';
import { closeBoxOf } from '../../testing/boxes.ts';
import { aUser, PASSWORD } from '../../testing/builders.ts';
import { tokenOf } from '../../testing/counter.ts';

const counter = await openBoxCounter(afterAll);
const { shop, vera, token, open, count, settle } = counter;
const { db } = shop.owner;

afterEach(() => closeBoxOf(db, vera));

const reason = 'Troco errado';

const approve = (box: number, by = token) =>
  shop.call('approve', {
    token: by,
    body: {
      username: counter.chief.login,
      password: PASSWORD,
      action: 'difference',
      subject: box,
      request: { reason },
    },
  });

test('a difference is approved after the count alone, for its lines, which are in the audit', async () => {
  const { id } = (await open(100)).body;
  const before = await lastAuditId(db);
  expect((await approve(id)).problem.code).toBe('not_found');
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'approval.refused', actor_id: vera.id, subject_id: counter.chief.id },
  ]);
  await count(id, { cash: 40 });
  const other = await tokenOf(shop, (await aUser(db)).login);
  expect((await approve(id, other)).problem.code).toBe('not_found');
  const mark = await lastAuditId(db);
  const { approval } = (await approve(id)).body;
  expect(await auditAfter(db, mark)).toMatchObject([
    {
      action: 'approval.given',
      actor_id: counter.chief.id,
      after: {
        action: 'difference',
        subject: id,
        amount: 60,
        counts: [{ method: 'Dinheiro', expected: 100, counted: 40, difference: -60 }],
      },
    },
  ]);
  expect((await settle(id, { reason, approval })).body.closing?.box).toMatchObject({
    reason,
    approved_by: 'Chefe',
  });
  expect((await approve(id)).problem.code).toBe('not_found');
});

test('an approval is for the lines of its count alone', async () => {
  const { id } = (await open(100)).body;
  await count(id, { cash: 40 });
  const { approval } = (await approve(id)).body;
  // As if somebody had counted something else: past the triggers, which let nobody.
  await db.transaction().execute(async (tx) => {
    await sql`ALTER TABLE box_counts DISABLE TRIGGER USER`.execute(tx);
    await tx
      .updateTable('box_counts')
      .set({ counted_cents: cents(1_000) })
      .where('box_id', '=', id)
      .execute();
    await sql`ALTER TABLE box_counts ENABLE TRIGGER USER`.execute(tx);
  });
  expect((await settle(id, { reason, approval })).problem.code).toBe('approval_ended');
  const again = (await approve(id)).body.approval;
  expect((await settle(id, { reason, approval: again })).status).toBe(200);
});
