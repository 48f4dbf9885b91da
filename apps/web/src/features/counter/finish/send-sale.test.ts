import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { ApiRefusal, ApiUnreachable } from '../../../api/errors.ts';
import type { SaleRequest } from '../sale/counter-state.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import { A_SALE, aDraft, anExchange, paid } from '../sale/testing.ts';
import { type Outcome, type Sending, sendSale } from './send-sale.ts';

const REPLAYED = Symbol('replayed');
const lost = new ApiUnreachable('lost');
const refusal = (status: number, code: string) =>
  new ApiRefusal({ type: 'about:blank', title: code, status, code, detail: code });
const deleted = refusal(409, 'sale_deleted');
const reused = refusal(409, 'key_reused');
const MADE: Outcome = { kind: 'made', sale: A_SALE };
const COPIED: Outcome = { kind: 'earlier', sale: A_SALE, copied: true };
const EARLIER: Outcome = { kind: 'earlier', sale: A_SALE, copied: false };
const GONE: Outcome = { kind: 'failed', error: deleted, sent: [] };

/** Records a sale whose POSTs of the sale get these responses, one by one, and then succeed. */
async function record(
  responses: unknown[],
  { draft = aDraft(), sent = [] as readonly SaleRequest[], over = {} as Partial<Sending> } = {},
) {
  const log: string[] = [];
  const bodies: SaleRequest[] = [];
  let stored = sent;
  const outcome = await sendSale(
    { key: 'k1', draft, sent },
    {
      seller: 7,
      signal: new AbortController().signal,
      createPerson: async (party, { number }) => ({ id: log.push(`${party} ${number}`) }),
      create: async (body, key) => {
        const what = 'exchangeOf' in body ? `exchange of ${body.exchangeOf}` : 'sale';
        log.push(`${what} ${key}${stored.length > 0 ? '' : ' BEFORE IT WAS STORED'}`);
        bodies.push(body);
        const response = responses.shift();
        if (response instanceof Error) throw response;
        return { sale: A_SALE, replayed: response === REPLAYED };
      },
      storeSent: (bodiesSent) => {
        stored = bodiesSent;
      },
      wait: async () => {},
      onRetry: () => {},
      ...over,
    },
  );
  return { outcome, log, bodies };
}

/** The bodies that may be recorded after every response to a first attempt was lost. */
async function unheard(draft?: SaleDraft) {
  const { outcome } = await record([lost, lost, lost, lost], draft && { draft });
  if (outcome.kind !== 'failed') throw new Error('Expected an open outcome');
  return outcome.sent;
}

test('client and student first, where they are not known; then the sale, stored before', async () => {
  const client = { digits: '52998224725', name: ' Ana ', registered: null };
  const student = { digits: '2026', name: '', registered: null };
  const { outcome, log, bodies } = await record([], { draft: aDraft({ client, student }) });
  expect(outcome).toEqual(MADE);
  expect(log).toEqual(['client 52998224725', 'student 2026', 'sale k1']);
  expect(bodies[0]).toMatchObject({ client: 1, student: 2, seller: 7 });
});

test.each([
  ['a lost response and a 503', [lost, refusal(503, 'unavailable')], 'made', 3, 0],
  ['no response at all', [lost, lost, lost, lost], 'failed', 4, 1],
  ['a 500 twice', [refusal(500, 'internal'), refusal(500, 'internal')], 'failed', 2, 1],
  ['a lost session', [refusal(401, 'not_signed_in')], 'failed', 1, 1],
  ['a refusal', [refusal(422, 'figures_differ')], 'failed', 1, 0],
  ['a refusal after a lost response', [lost, refusal(422, 'figures_differ')], 'failed', 2, 1],
])(
  'after %s, a body is kept as long as it may be recorded',
  async (_, responses, kind, tries, kept) => {
    const { outcome, log, bodies } = await record([...responses]);
    expect(outcome.kind).toBe(kind);
    expect(log).toEqual(Array(tries).fill('sale k1'));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    if (outcome.kind === 'failed') expect(outcome.sent).toEqual(bodies.slice(0, kept));
  },
);

test('a sale that was changed after a lost answer is neither a second one nor taken for the first', async () => {
  const client = { digits: '1', name: 'A', registered: { id: 8, name: 'A' } };
  const sent = await unheard();
  const { outcome, bodies } = await record([reused], { draft: aDraft({ client }), sent });
  expect(outcome).toEqual(EARLIER);
  expect(bodies.map((body) => 'client' in body && body.client)).toEqual([8, 5]);
});

test('a sale that this tab never sent and is there already was made by a copy of it', async () => {
  expect((await record([REPLAYED])).outcome).toEqual(COPIED);
  // After a lost response it is this tab's own, also when that was before a reload.
  expect((await record([lost, REPLAYED])).outcome).toEqual(MADE);
  expect((await record([REPLAYED], { sent: await unheard() })).outcome).toEqual(MADE);
});

test('of an order that another counter has taken up nothing is left in doubt', async () => {
  const taken = refusal(409, 'parked_sale_taken');
  const gone = { kind: 'failed', error: taken, sent: [] };
  expect((await record([taken])).outcome).toEqual(gone);
  expect((await record([lost, taken], { sent: await unheard() })).outcome).toEqual(gone);
});

test('of a sale that was deleted nothing is left in doubt, however it is found', async () => {
  expect((await record([deleted])).outcome).toEqual(GONE);
  expect((await record([lost, deleted])).outcome).toEqual(GONE);
  const draft = aDraft({ payments: paid('Pix', cents(400)) });
  const changed = await record([reused, deleted], { draft, sent: await unheard() });
  expect(changed.outcome).toEqual(GONE);
});

test('nothing is sent when it cannot be stored', async () => {
  const storeSent = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const { outcome, log } = await record([], { over: { storeSent } });
  expect(outcome).toMatchObject({ kind: 'failed', sent: [] });
  expect(log).toEqual([]);
});

test('an exchange names nobody, and what is stored of it holds no approval', async () => {
  const draft = aDraft({ exchange: anExchange() });
  const { outcome, log, bodies } = await record([], { draft });
  expect(outcome).toEqual(MADE);
  expect(log).toEqual(['exchange of 12 k1']);
  expect(bodies).toEqual([
    {
      exchangeOf: 12,
      body: {
        items: [{ line: 1, quantity: 1 }],
        reason: 'Tamanho errado',
        total: 2.5,
        payments: [],
        sale: expect.objectContaining({
          payment_desc1: 'Troca',
          payment_method1: 2.5,
          payment_desc2: null,
          total_general: 3.75,
          valor_pago: 2.5,
          troco: 0,
        }),
      },
    },
  ]);
  expect(JSON.stringify(bodies)).not.toMatch(/client|seller|student|approval/);
});

test('an exchange is sent again as an exchange', async () => {
  const draft = aDraft({ exchange: anExchange() });
  const first = await record([lost, lost, lost, lost], { draft });
  if (first.outcome.kind !== 'failed') throw new Error('Expected an open outcome');
  const { sent } = first.outcome;
  expect(sent).toHaveLength(1);
  const again = await record([REPLAYED], { draft, sent });
  expect(again.outcome).toEqual(MADE);
  expect(again.bodies).toEqual(sent);
});

test('an order whose exchange was dropped is a sale, and one that became an exchange is none', async () => {
  const exchanged = aDraft({ exchange: anExchange() });
  const { outcome } = await record([lost, lost, lost, lost], { draft: exchanged });
  if (outcome.kind !== 'failed') throw new Error('Expected an open outcome');
  // The exchange was recorded unheard: the sale is refused, and what was recorded is found as what it was.
  const sale = await record([reused], { sent: outcome.sent });
  expect(sale.outcome).toEqual(EARLIER);
  expect(sale.log).toEqual(['sale k1', 'exchange of 12 k1']);
  const exchange = await record([reused], { draft: exchanged, sent: await unheard() });
  expect(exchange.outcome).toEqual(EARLIER);
  expect(exchange.log).toEqual(['exchange of 12 k1', 'sale k1']);
});
