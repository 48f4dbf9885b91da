import type { Endpoint } from '@balcao/contract/endpoint.ts';
import { maybe, name, Quantity } from '@balcao/contract/values.ts';
import { createApp } from '@balcao/server/src/app/app.ts';
import { Refusal } from '@balcao/server/src/request/refusal.ts';
import { temporaryFolder } from '@balcao/server/src/testing/another-app.ts';
import { openTestShop, TEST_SHOP } from '@balcao/server/src/testing/app.ts';
import { aClient, aCpf } from '@balcao/server/src/testing/builders.ts';
import { tableSnapshot } from '@balcao/server/src/testing/table-snapshot.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { afterAll, expect, test, vi } from 'vitest';
import { type FuzzReport, openFuzzer } from './fuzz.ts';
import type { FuzzedRoute } from './requests.ts';
import { watchWrites } from './write-watch.ts';

/** Each fault is one that a route of ours could have; the fuzzer has to find it within some requests. */

// For a machine that has much else to do: alone each takes a tenth of a second.
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
  /** What the server checks, where it is not what the contract says. */
  checked?: object;
  route?: Partial<FuzzedRoute>;
};

const answerOf = ({ name, quantity }: Body) => ({ name, quantity });
const { body: _none, ...withoutBody } = endpoint;
const reading: Partial<FuzzedRoute> = { method: 'GET', endpoint: withoutBody };

const shop = await openTestShop(afterAll);
const write = () => aClient(shop.connection.db, { cpf: aCpf() });

const sound: Plant[] = [{}, { route: reading, handler: async () => ({ name: 'x', quantity: 1 }) }];

const faults: [what: string, plant: Plant, found: RegExp][] = [
  [
    'a 500 on some input',
    {
      handler: async (body) => {
        if (/[^ -~]/.test(body.name)) throw new Error('Only ASCII was thought of');
        return answerOf(body);
      },
    },
    /^answered 500$/,
  ],
  [
    'a write before a refusal',
    {
      handler: async (body) => {
        if (body.quantity > 100) {
          await write();
          throw new Refusal('name_taken');
        }
        return answerOf(body);
      },
    },
    /^a refusal \(name_taken\) wrote to clients$/,
  ],
  [
    'a schema that takes fields which it does not know',
    { checked: Type.Object(Body.properties) },
    /^took what breaks a rule \(body\/: additionalProperties\)$/,
  ],
  [
    'a rule that is not checked',
    {
      checked: Type.Object(
        { ...Body.properties, name: Type.String() },
        { additionalProperties: false },
      ),
    },
    /^took what breaks a rule \(body\/name: (pattern|maxLength|minLength)\)$/,
  ],
  [
    'a bound that is off by one',
    {
      checked: Type.Object(
        { ...Body.properties, quantity: Type.Integer({ minimum: 0, maximum: 9_999 }) },
        { additionalProperties: false },
      ),
    },
    /^took what breaks a rule \(body\/quantity: minimum\)$/,
  ],
  [
    'a body of anything at all',
    { checked: {}, handler: async () => ({ name: 'x', quantity: 1 }) },
    /^took a body that the contract does not know$/,
  ],
  [
    'an answer with a field too many',
    { handler: async (body) => ({ ...answerOf(body), password_hash: 'x' }) },
    /^answered what the contract does not: .*additional/,
  ],
  [
    'an answer of another status',
    { handler: async (body, reply) => reply.code(201).send(answerOf(body)) },
    /^answered 201, which the contract does not name$/,
  ],
  [
    'a refusal of what the schema allows',
    {
      handler: async (body) => {
        if (body.note === null) throw new Refusal('invalid_request');
        return answerOf(body);
      },
    },
    /^a valid request was refused as invalid_request$/,
  ],
  [
    'a refusal that the contract does not name',
    {
      handler: async (body) => {
        if (body.quantity > 100) throw new Refusal('code_taken');
        return answerOf(body);
      },
    },
    /^a valid request was refused as code_taken$/,
  ],
  [
    'a refusal in plain words',
    {
      handler: async (body, reply) => {
        if (body.quantity > 100) return reply.code(409).type('text/plain').send('No');
        return answerOf(body);
      },
    },
    /^calls its answer text\/plain/,
  ],
  [
    'a refusal that tells about our insides',
    {
      handler: async (body) => {
        if (body.quantity <= 100) return answerOf(body);
        throw new Refusal('name_taken', { detail: 'SELECT id FROM products' });
      },
    },
    /^tells about our insides$/,
  ],
  ['a guard that is not there', { route: { access: 'signed-in' } }, /^let nobody in$/],
  ['a guard that lets everyone in', { route: { access: 'admin' } }, /^let a seller in$/],
  [
    'a reading call that writes',
    {
      route: reading,
      handler: async () => {
        await write();
        return { name: 'x', quantity: 1 };
      },
    },
    /^a reading call wrote to clients$/,
  ],
  [
    'a connection that is cut instead of answered',
    {
      handler: async (body, reply) => {
        if (body.quantity > 100) reply.raw.destroy();
        return answerOf(body);
      },
    },
    /^got no answer: /,
  ],
];

const app = await createApp({
  connection: shop.connection,
  shop: TEST_SHOP,
  dataDir: await temporaryFolder(afterAll),
});
const soundRoutes = sound.map((plant, index) => planted(`sound${index}`, plant));
const faultyRoutes = faults.map(([, plant], index) => planted(`faulty${index}`, plant));
const spoiling = [
  planted('spoiling', {
    handler: async (body) => {
      const action = { action: 'sale.deleted', subject_id: 999 };
      const nobody = { actor_id: null, actor_name: null };
      await shop.connection.db
        .insertInto('audit_events')
        .values({ ...nobody, ...action })
        .execute();
      return answerOf(body);
    },
  }),
];
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());
const fuzzer = await openFuzzer({ owner: shop.owner, origin });
afterAll(() => fuzzer.close());

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
      handler ? handler(body as Body, reply) : answerOf(body as Body),
  });
  return whole;
}

test('sound routes give nothing to find', async () => {
  const { findings } = await fuzzer.fuzz({ fuzzed: soundRoutes, seed: SEED, requests: 300 });
  expect(findings).toEqual([]);
});

test.each(faults.map(([what, , expected], index) => [what, expected, index] as const))(
  '%s is found',
  async (_what, expected, index) => {
    const fuzzed = faultyRoutes.slice(index, index + 1);
    const isFound = ({ findings }: FuzzReport) =>
      findings.some(({ trouble }) => expected.test(trouble));
    const run = { fuzzed, seed: SEED, requests: 2_000, until: isFound };
    const { findings } = await fuzzer.fuzz(run);
    expect(findings).toContainEqual(
      expect.objectContaining({ trouble: expect.stringMatching(expected) }),
    );
  },
);

test('books that no longer add up are found', async () => {
  const { findings } = await fuzzer.fuzz({ fuzzed: spoiling, seed: SEED, requests: 20 });
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
