import { routes } from '@balcao/contract/api/routes.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { afterAll, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aUser } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { expectRefusal } from '../../testing/expect-refusal.ts';

const { shop, vera, token, payload, sell } = await openTestCounter(afterAll);
const { db } = shop.owner;
const rita = await aUser(db, { name: 'Rita', login: 'rita', admin: true });
const admin = await tokenOf(shop, 'rita');
const { body: first } = await sell(payload);
const { body: second } = await sell(payload);
const { body: third } = await sell(payload);

const remove = (id: number, headers: Record<string, string> = {}) =>
  shop.call('deleteSale', { token: admin, params: { id: String(id) }, headers });
const open = (by: string, id: number) =>
  shop.call('readSale', { token: by, params: { id: String(id) } });

test('administrators are told which sales are of a day that is closed', async () => {
  const listed = async (by = admin) => {
    const { body } = await shop.call('listSales', { token: by });
    return body.results.map(({ closed }) => closed);
  };
  expect(await listed()).toEqual(Array(3).fill(undefined));
  const body = { date: businessDayOf(new Date()), seller_id: vera.id };
  await shop.call('closeBox', { token, body });
  expect(await listed()).toEqual(Array(3).fill(true));
  expect(await listed(token)).toEqual(Array(3).fill(undefined));
  const found = await shop.call('findSales', { token: admin, body: { find: `${first.id}` } });
  expect(found.body.results).toMatchObject([{ id: first.id, closed: true }]);
  expect(found.body.results[0]).not.toHaveProperty('month_closed');
});

test('the reason of a deletion is kept with the sale and not in the audit, and none is needed', async () => {
  const before = await lastAuditId(db);
  const reason = 'Passada duas vezes: “erro” do balcão';
  const headers = { 'deletion-reason': encodeURIComponent(`  ${reason} `) };
  expect((await remove(first.id, headers)).status).toBe(200);
  expect((await remove(second.id)).status).toBe(200);
  const event = { action: 'sale.deleted', actor_id: rita.id };
  expect(await auditAfter(db, before)).toMatchObject([
    { ...event, subject_id: first.id, after: null },
    { ...event, subject_id: second.id, after: null },
  ]);
  expect((await open(admin, first.id)).body.deleted).toMatchObject({ by: 'Rita', reason });
  expect((await open(admin, second.id)).body.deleted).toMatchObject({ by: 'Rita', reason: null });
});

test.each([
  ['that is cut', '%E0%A4%A'],
  ['of nothing', '%20'],
  ['with what nobody sees', 'a%E2%80%8Bb'],
  ['that is too long', 'x'.repeat(201)],
])('a reason %s is refused, and the sale stays', async (_, value) => {
  const send = () =>
    fetch(`${shop.origin}${routes.deleteSale.path.replace(':id', `${third.id}`)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin}`, 'deletion-reason': value },
    });
  const field = 'headers/deletion-reason';
  await expectRefusal(db, send, { code: 'invalid_request', field });
  expect((await open(admin, third.id)).body.deleted).toBeUndefined();
});

test('administrators still open a deleted sale, and see who deleted it and when', async () => {
  const { body, status } = await open(admin, first.id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: first.id,
    items: [{ line: 1 }, { line: 2 }],
    deleted: { by: 'Rita' },
  });
  expect(Math.abs(Date.parse(body.deleted?.at ?? '') - Date.now())).toBeLessThan(60_000);
  expect((await open(token, first.id)).problem.code).toBe('not_found');
});
