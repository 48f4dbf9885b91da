import { refusals } from '@balcao/contract/refusal.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from './app.ts';
import { aProduct } from './builders.ts';
import { expectRefusal } from './expect-refusal.ts';

/** Shows that expectRefusal fails on every kind of fault. */

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop(afterAll);
  await aProduct(shop.owner.db);
});

type Fault = { status?: number; type?: string; body?: Record<string, unknown>; write?: string };

const { status, detail } = refusals.unknown_client;

const answering = ({ write, ...fault }: Fault) =>
  expectRefusal(
    shop.owner.db,
    async () => {
      if (write) await sql.raw(write).execute(shop.owner.db);
      const body = {
        type: 'about:blank',
        status,
        code: 'unknown_client',
        detail,
        field: 'body/client',
      };
      return new Response(JSON.stringify({ ...body, ...fault.body }), {
        status: fault.status ?? status,
        headers: { 'content-type': fault.type ?? 'application/problem+json; charset=utf-8' },
      });
    },
    { code: 'unknown_client', field: 'body/client' },
  );

test('a correct refusal passes', async () => {
  await expect(answering({})).resolves.toMatchObject({ status });
});

test.each<[string, Fault]>([
  ['another status than its body says', { status: 400 }],
  ['another status in its body', { body: { status: 400 } }],
  ['another code', { body: { code: 'unknown_student' } }],
  ['another field', { body: { field: 'body/student' } }],
  ['another type', { type: 'application/json' }],
  ['text of a validator', { body: { detail: `${detail} body/client: must be integer.` } }],
  ['a text of its own', { body: { detail: 'Cliente?' } }],
  ['a success', { status: 201 }],
  ['a row added', { write: "INSERT INTO payment_methods (name) VALUES ('Vale')" }],
  ['a row changed', { write: 'UPDATE products SET active = false' }],
  ['a row removed', { write: 'DELETE FROM products' }],
  ['a row in the audit', { write: "INSERT INTO audit_events (action) VALUES ('sale.created')" }],
])('%s fails', async (_fault, fault) => {
  await expect(answering(fault)).rejects.toThrow();
});
