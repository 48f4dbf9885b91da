import type { Endpoint } from '@balcao/contract/endpoint-types.ts';
import { maybe, name, Quantity } from '@balcao/contract/values.ts';
import { createApp } from '@balcao/server/src/app/app.ts';
import { Refusal } from '@balcao/server/src/request/refusal.ts';
import { openTestShop, TEST_SHOP, temporaryFolder } from '@balcao/server/src/testing/app.ts';
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

const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`Fuzzing: FUZZ_SEED=${SEED}`);

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

type Plant = {
  handler?: (body: Body, reply: FastifyReply) => Promise<unknown>;
  /** The schema of the server, when it differs from the contract's. */
  checked?: object;
  route?: Partial<FuzzedRoute>;
};

const responseTo = ({ name, quantity }: Body) => ({ name, quantity });
const RESPONSE = { name: 'x', quantity: 1 };
const { body: _none, ...withoutBody } = endpoint;
const reading: Partial<FuzzedRoute> = { method: 'GET', endpoint: withoutBody };

const shop = await openTestShop(afterAll);
const write = () => aClient(shop.connection.db, { cpf: aCpf() });

const sound: Plant[] = [{}, { route: reading, handler: async () => RESPONSE }];

/** A handler that responds rightly to small quantities. */
const whenLarge = (act: (reply: FastifyReply) => unknown): Plant => ({
  handler: async (body, reply) => (body.quantity > 100 ? act(reply) : responseTo(body)),
});
const closed = { additionalProperties: false };

const faults: [what: string, plant: Plant, found: RegExp][] = [
  [
    'a 500 on some input',
    {
      handler: async (body) => {
        if (/[^ -~]/.test(body.name)) throw new Error('Only ASCII works');
        return responseTo(body);
      },
    },
    /^status 500$/,
  ],
  [
    'a write before a refusal',
    whenLarge(async () => {
      await write();
      throw new Refusal('name_taken');
    }),
    /^a refusal \(name_taken\) wrote to clients$/,
  ],
  [
    'a schema that takes fields which it does not know',
    { checked: Type.Object(Body.properties) },
    /^accepted a broken rule \(body\/: additionalProperties\)$/,
  ],
  [
    'a rule that is not checked',
    { checked: Type.Object({ ...Body.properties, name: Type.String() }, closed) },
    /^accepted a broken rule \(body\/name: (pattern|maxLength|minLength)\)$/,
  ],
  [
    'a bound that is off by one',
    {
      checked: Type.Object(
        { ...Body.properties, quantity: Type.Integer({ minimum: 0, maximum: 9_999 }) },
        closed,
      ),
    },
    /^accepted a broken rule \(body\/quantity: minimum\)$/,
  ],
  [
    'a body of anything at all',
    { checked: {}, handler: async () => RESPONSE },
    /^accepted a body that does not match the contract$/,
  ],
  [
    'an answer with a field too many',
    { handler: async (body) => ({ ...responseTo(body), password_hash: 'x' }) },
    /^the body does not match the contract: .*additional/,
  ],
  [
    'an answer of another status',
    { handler: async (body, reply) => reply.code(201).send(responseTo(body)) },
    /^status 201, which the contract does not name$/,
  ],
  [
    'a refusal of what the schema allows',
    {
      handler: async (body) => {
        if (body.note === null) throw new Refusal('invalid_request');
        return responseTo(body);
      },
    },
    /^a valid request was refused as invalid_request$/,
  ],
  [
    'a refusal that the contract does not name',
    whenLarge(() => {
      throw new Refusal('code_taken');
    }),
    /^a valid request was refused as code_taken$/,
  ],
  [
    'a refusal in plain words',
    whenLarge((reply) => reply.code(409).type('text/plain').send('No')),
    /^has the type text\/plain/,
  ],
  [
    'a refusal that tells about our insides',
    whenLarge(() => {
      throw new Refusal('name_taken', { detail: 'SELECT id FROM products' });
    }),
    /^reveals our implementation$/,
  ],
  ['a guard that is not there', { route: { access: 'signed-in' } }, /^let nobody in$/],
  ['a guard that lets everyone in', { route: { access: 'admin' } }, /^let a seller in$/],
  [
    'a reading call that writes',
    {
      route: reading,
      handler: async () => {
        await write();
        return RESPONSE;
      },
    },
    /^a reading call wrote to clients$/,
  ],
  [
    'a connection that is cut instead of answered',
    whenLarge((reply) => {
      reply.raw.destroy();
      return RESPONSE;
    }),
    /^got no response: /,
  ],
];

const app = await createApp({
  connection: shop.connection,
  shop: TEST_SHOP,
  dataDir: await temporaryFolder(afterAll),
});
const soundRoutes = sound.map((plant, index) => planted(`sound${index}`, plant));
const faultyRoutes = faults.map(
  ([what, plant, expected], index) => [what, planted(`faulty${index}`, plant), expected] as const,
);
const spoiling = planted('spoiling', {
  handler: async (body) => {
    await sql`INSERT INTO audit_events (action, subject_id) VALUES ('sale.deleted', 999)`.execute(
      shop.connection.db,
    );
    return responseTo(body);
  },
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());
const fuzzer = await openFuzzer({ owner: shop.owner, origin });
afterAll(() => fuzzer[Symbol.dispose]());

function planted(name: string, { route, checked, handler }: Plant): FuzzedRoute {
  const path = `/api/planted/${name}/` as const;
  const whole: FuzzedRoute = { name, method: 'POST', path, access: 'anyone', endpoint, ...route };
  app.route({
    method: whole.method,
    url: path,
    schema: {
      querystring: { type: 'object', additionalProperties: false, properties: {} },
      ...(whole.endpoint.body && { body: checked ?? Body }),
    },
    handler: async ({ body }, reply) =>
      handler ? handler(body as Body, reply) : responseTo(body as Body),
  });
  return whole;
}

test('sound routes give nothing to find', async () => {
  const { findings } = await fuzzer.fuzz({ fuzzed: soundRoutes, seed: SEED, requests: 300 });
  expect(findings).toEqual([]);
});

test.each(faultyRoutes)('%s is found', async (_what, route, expected) => {
  const isFound = ({ findings }: FuzzReport) =>
    findings.some(({ trouble }) => expected.test(trouble));
  const run = { fuzzed: [route], seed: SEED, requests: 2_000, until: isFound };
  const { findings } = await fuzzer.fuzz(run);
  expect(findings).toContainEqual(
    expect.objectContaining({ trouble: expect.stringMatching(expected) }),
  );
});

test('books that no longer add up are found', async () => {
  const { findings } = await fuzzer.fuzz({ fuzzed: [spoiling], seed: SEED, requests: 20 });
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
