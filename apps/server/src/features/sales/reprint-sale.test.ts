import { afterAll, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aUser } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const { shop, vera, token, payload, sell } = await openTestCounter(afterAll);
const { db } = shop.owner;
await aUser(db, { login: 'joao' });
const rita = await aUser(db, { name: 'Rita', login: 'rita', admin: true });
const [joaoToken, ritaToken] = [await tokenOf(shop, 'joao'), await tokenOf(shop, 'rita')];
const { body: sale } = await sell(payload);

const reprint = (by: string, id = sale.id) =>
  shop.call('reprintSale', { token: by, params: { id: String(id) } });

test('a seller and an administrator get the whole sale again, and the audit says who', async () => {
  const before = await lastAuditId(db);
  const started = Date.now();
  for (const by of [token, ritaToken]) {
    const { status, body } = await reprint(by);
    expect(status).toBe(200);
    expect(body).toEqual({ ...sale, reprinted_at: expect.any(String) });
    expect(Date.parse(body.reprinted_at)).toBeGreaterThanOrEqual(started);
  }
  const row = { action: 'sale.reprinted', subject_id: sale.id, before: null };
  const after = { seller_id: vera.id };
  expect(await auditAfter(db, before)).toMatchObject([
    { ...row, actor_id: vera.id, after },
    { ...row, actor_id: rita.id, after },
  ]);
});

test("another seller's sale is printed once it was opened by its client's CPF", async () => {
  const { body: other } = await sell(payload);
  expect((await reprint(joaoToken, other.id)).status).toBe(404);
  const opened = await shop.call('openSale', {
    token: joaoToken,
    params: { id: String(other.id) },
    body: { cpf: other.client_data.cpf },
  });
  expect(opened.status).toBe(200);
  const before = await lastAuditId(db);
  const { status, body } = await reprint(joaoToken, other.id);
  expect([status, body.reprinted_at]).toEqual([200, expect.any(String)]);
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'sale.reprinted', subject_id: other.id, after: { seller_id: vera.id } },
  ]);
});

test("another seller's sale, a deleted and a missing one are not there, and nothing is recorded", async () => {
  const { body: deleted } = await sell(payload);
  await shop.call('deleteSale', { token: ritaToken, params: { id: String(deleted.id) } });
  const before = await tableSnapshot(db);
  const [foreign, ...others] = await Promise.all([
    reprint(joaoToken),
    reprint(joaoToken, 999_999),
    reprint(token, deleted.id),
    reprint(ritaToken, deleted.id),
  ]);
  expect(foreign?.status).toBe(404);
  for (const { problem } of others) {
    expect({ ...problem, reference: '' }).toEqual({ ...foreign?.problem, reference: '' });
  }
  expect(await tableSnapshot(db)).toEqual(before);
});
