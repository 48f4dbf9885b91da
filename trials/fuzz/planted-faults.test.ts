import type { Endpoint } from '@balcao/contract/endpoint-types.ts';
import { maybe, name, Quantity } from '@balcao/contract/fields/values.ts';
import { createApp } from '@balcao/server/src/app/app.ts';
import { Refusal } from '@balcao/server/src/request/refusal.ts';
import { openTestShop, TEST_KEY, TEST_SHOP } from '@balcao/server/src/testing/app.ts';
import { aClient, aCpf } from '@balcao/server/src/testing/builders.ts';
import { tableSnapshot } from '@balcao/server/src/testing/table-snapshot.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { afterAll, expect, test, vi } from 'vitest';
import { type FuzzReport, openFuzzer } from './fuzz.ts';
import type { FuzzedRoute } from './requests.ts';
import { watchWrites } from './write-watch.ts';

/** Each fault could be in a route of ours; the fuzzer has to find it within some requests. */

// For a busy machine; on an idle one each takes a tenth of a second.
vi.setConfig({ testTimeout: 120_000 });

const SEED = Number(process.env.FUZZ_SEED ?? 20261123);

const Body = Type.Object(
  { name: name(60), quantity: Quantity, note: maybe(Type.String({ maxLength: 20 })) },
  { additionalProperties: false },
);
type Body = Static<typeof Body>;

const endpoint: Endpoint = {
  summary: 'Planted',
  body: Body,
  answer: Type.Object({ name: Type.String(), quantity: Type.Integer() }),
  refusals: ['name_taken'],
};

type Handler = (body: Body, reply: FastifyReply) => Promise<unknown>;
type Plant = {
  handler?: Handler;
  /** The schema of the server, when it differs from the contract's. */
  checked?: object;
  access?: FuzzedRoute['access'];
  reads?: boolean;
};

const responseTo = ({ name, quantity }: Body) => ({ name, quantity });
const RESPONSE = { name: 'x', quantity: 1 };

const shop = await openTestShop(afterAll);
const { db } = shop.connection;
const write = () => aClient(db, { cpf: aCpf() });

/** A handler that responds rightly to small quantities. */
const whenLarge =
  (act: (reply: FastifyReply) => unknown): Handler =>
  async (body, reply) =>
    body.quantity > 100 ? act(reply) : responseTo(body);
const refuse = (...refusal: ConstructorParameters<typeof Refusal>) => {
  throw new Refusal(...refusal);
};
const checking = (properties: Partial<typeof Body.properties>) =>
  Type.Object({ ...Body.properties, ...properties }, { additionalProperties: false });

const faults: Record<string, Plant & { found: RegExp }> = {
  'a 500 on some input': {
    found: /^status 500$/,
    handler: async (body) => {
      if (/[^ -~]/.test(body.name)) throw new Error('Only ASCII works');
      return responseTo(body);
    },
  },
  'a write before a refusal': {
    found: /^a refusal \(name_taken\) wrote to clients$/,
    handler: whenLarge(async () => {
      await write();
      refuse('name_taken');
    }),
  },
  'a schema that takes fields which it does not know': {
    found: /^accepted a broken rule \(body\/: additionalProperties\)$/,
    checked: Type.Object(Body.properties),
  },
  'a rule that is not checked': {
    found: /^accepted a broken rule \(body\/name: (pattern|maxLength|minLength)\)$/,
    checked: checking({ name: Type.String() }),
  },
  'a bound that is off by one': {
    found: /^accepted a broken rule \(body\/quantity: minimum\)$/,
    checked: checking({ quantity: Type.Integer({ minimum: 0, maximum: 9_999 }) }),
  },
  'a body of anything at all': {
    found: /^accepted a body that does not match the contract$/,
    checked: {},
    handler: async () => RESPONSE,
  },
  'an answer with a field too many': {
    found: /^the body does not match the contract: .*additional/,
    handler: async (body) => ({ ...responseTo(body), password_hash: 'x' }),
  },
  'an answer of another status': {
    found: /^status 201, which the contract does not name$/,
    handler: async (body, reply) => reply.code(201).send(responseTo(body)),
  },
  'a refusal of what the schema allows': {
    found: /^a valid request was refused as invalid_request$/,
    handler: async (body) => (body.note === null ? refuse('invalid_request') : responseTo(body)),
  },
  'a refusal that the contract does not name': {
    found: /^a valid request was refused as code_taken$/,
    handler: whenLarge(() => refuse('code_taken')),
  },
  'a refusal in plain words': {
    found: /^has the type text\/plain/,
    handler: whenLarge((reply) => reply.code(409).type('text/plain').send('No')),
  },
  'a refusal that tells about our insides': {
    found: /^reveals our implementation$/,
    handler: whenLarge(() => refuse('name_taken', { detail: 'SELECT id FROM products' })),
  },
  'a guard that is not there': { found: /^let nobody in$/, access: 'signed-in' },
  'a guard that lets everyone in': { found: /^let a seller in$/, access: 'admin' },
  'a reading call that writes': {
    found: /^a reading call wrote to clients$/,
    reads: true,
    handler: async () => {
      await write();
      return RESPONSE;
    },
  },
  'a connection that is cut instead of answered': {
    found: /^got no response: /,
    handler: whenLarge((reply) => {
      reply.raw.destroy();
      return RESPONSE;
    }),
  },
};

const app = await createApp({
  connection: shop.connection,
  shop: TEST_SHOP,
  shopKey: async () => TEST_KEY,
});
const soundRoutes = [planted('sound', {}), planted('soundReading', { reads: true })];
const faultyRoutes = Object.entries(faults).map(
  ([what, { found, ...plant }], index) => [what, found, planted(`faulty${index}`, plant)] as const,
);
const spoiling = planted('spoiling', {
  handler: async (body) => {
    const event = sql`INSERT INTO audit_events (action, subject_id) VALUES ('sale.deleted', 999)`;
    await event.execute(db);
    return responseTo(body);
  },
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());
const fuzz = await openFuzzer({ ...shop, origin });

function planted(name: string, { handler, checked = Body, access, reads }: Plant): FuzzedRoute {
  const path = `/api/planted/${name}/` as const;
  const method = reads ? 'GET' : 'POST';
  const { body: _none, ...reading } = endpoint;
  app.route({
    method,
    url: path,
    schema: {
      querystring: { type: 'object', additionalProperties: false, properties: {} },
      ...(!reads && { body: checked }),
    },
    handler: async ({ body }, reply) =>
      handler ? handler(body as Body, reply) : reads ? RESPONSE : responseTo(body as Body),
  });
  return { name, method, path, access: access ?? 'anyone', endpoint: reads ? reading : endpoint };
}

test('sound routes give nothing to find', async () => {
  const { findings } = await fuzz({ fuzzed: soundRoutes, seed: SEED, requests: 300 });
  expect(findings).toEqual([]);
});

test.each(faultyRoutes)('%s is found', async (_what, found, route) => {
  const until = ({ findings }: FuzzReport) => findings.some(({ trouble }) => found.test(trouble));
  const { findings } = await fuzz({ fuzzed: [route], seed: SEED, requests: 2_000, until });
  const troubles = findings.map(({ trouble }) => trouble);
  expect(troubles).toContainEqual(expect.stringMatching(found));
});

test('books that no longer add up are found', async () => {
  const { findings } = await fuzz({ fuzzed: [spoiling], seed: SEED, requests: 20 });
  expect(findings).toContainEqual(
    expect.objectContaining({
      route: 'books',
      trouble: expect.stringMatching(/^the audit knows no sale that is not there/),
    }),
  );
});

test('a write is seen in every table, and one that is rolled back is not', async () => {
  const { owner } = await openTestShop();
  const watch = await watchWrites(owner.db);
  const { rows } = await sql<{ tables: number; watched: number }>`
    SELECT count(*) AS tables, count(*) FILTER (WHERE EXISTS (
      SELECT FROM pg_trigger WHERE tgrelid = (quote_ident(tablename))::regclass
        AND tgname = 'zz_fuzz_note' AND tgenabled = 'O')) AS watched
    FROM pg_tables WHERE schemaname = 'public'`.execute(owner.db);
  expect(rows[0]?.tables).toBeGreaterThan(15);
  expect(rows[0]?.watched).toBe(rows[0]?.tables);

  const before = await tableSnapshot(owner.db);
  const { id } = await aClient(owner.db);
  expect(await tableSnapshot(owner.db)).not.toEqual(before);
  expect(await watch.taken()).toEqual(['clients']);
  expect(await watch.taken()).toEqual([]);
  const rolledBack = owner.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('clients').where('id', '=', id).execute();
    throw new Error('back');
  });
  await expect(rolledBack).rejects.toThrow('back');
  expect(await watch.taken()).toEqual([]);
  await owner.db.updateTable('clients').set({ name: 'Outra' }).where('id', '=', id).execute();
  await owner.db.deleteFrom('clients').where('id', '=', id).execute();
  expect(await watch.taken()).toEqual(['clients']);
});
