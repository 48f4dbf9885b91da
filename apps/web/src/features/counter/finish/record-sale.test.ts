import type { NewSale } from '@balcao/contract/sales.ts';
import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { ApiUnreachable } from '../../../api/errors.ts';
import { goesOn, type PendingSale } from '../sale/pending-sale.ts';
import { A_SALE, aDraft, aRefusal, paid } from '../sale/testing.ts';
import { type SaleCalls, settleSale } from './record-sale.ts';

const REPLAYED = Symbol('replayed');
const lost = new ApiUnreachable('lost');
const aPending = (over: Partial<PendingSale> = {}): PendingSale => ({
  key: 'k1',
  draft: aDraft(),
  sent: [],
  stopped: false,
  askedAt: 0,
  ...over,
});

/** Calls whose sale answers, one by one, are the ones given; an error among them is thrown. */
function calls(...answers: unknown[]) {
  const log: string[] = [];
  const bodies: NewSale[] = [];
  let stored: PendingSale | undefined;
  const made: SaleCalls = {
    seller: 7,
    signal: new AbortController().signal,
    createClient: async ({ cpf }) => ({ id: log.push(`client ${cpf}`) }),
    createStudent: async ({ registration }) => ({ id: log.push(`student ${registration}`) }),
    createSale: async (body, key) => {
      log.push(`sale ${key}${stored?.sent.length ? '' : ' BEFORE IT WAS STORED'}`);
      bodies.push(body);
      const answer = answers.shift() ?? A_SALE;
      if (answer instanceof Error) throw answer;
      if (answer === REPLAYED) return { sale: A_SALE, replayed: true };
      return { sale: answer as typeof A_SALE, replayed: false };
    },
    store: (pending) => {
      stored = pending;
    },
    wait: async () => {},
    onWaiting: () => {},
  };
  return { made, log, bodies };
}

test('client and student first, where they are not known; then the sale, stored before', async () => {
  const { made, log, bodies } = calls();
  const client = { digits: '52998224725', name: ' Ana ', registered: null };
  const student = { digits: '2026', name: '', registered: null };
  const outcome = await settleSale(aPending({ draft: aDraft({ client, student }) }), made);
  expect(outcome.kind).toBe('made');
  expect(log).toEqual(['client 52998224725', 'student 2026', 'sale k1']);
  expect(bodies[0]).toMatchObject({ client: 1, student: 2, seller: 7 });
});

test('a lost answer is asked for again, under the same key and with the same body', async () => {
  const { made, log, bodies } = calls(lost, aRefusal(503, 'unavailable'));
  expect((await settleSale(aPending(), made)).kind).toBe('made');
  expect(log).toEqual(['sale k1', 'sale k1', 'sale k1']);
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
});

test('when no try answers, the key and the body are kept for the next', async () => {
  const { made, log } = calls(lost, lost, lost, lost);
  const outcome = await settleSale(aPending(), made);
  expect(log).toHaveLength(4);
  expect(outcome).toMatchObject({ kind: 'unknown', pending: { key: 'k1', sent: [{ client: 5 }] } });
});

test('a 500 is tried once more; a lost session not, and both leave the outcome open', async () => {
  const broken = calls(aRefusal(500, 'internal'), aRefusal(500, 'internal'));
  expect((await settleSale(aPending(), broken.made)).kind).toBe('unknown');
  expect(broken.log).toHaveLength(2);
  const signedOut = calls(aRefusal(401, 'not_signed_in'));
  expect((await settleSale(aPending(), signedOut.made)).kind).toBe('unknown');
  expect(signedOut.log).toHaveLength(1);
});

test('a refusal leaves nothing behind: a corrected sale is another one', async () => {
  const { made } = calls(aRefusal(422));
  expect(await settleSale(aPending(), made)).toMatchObject({ kind: 'refused', pending: undefined });
});

test('a refusal after a lost answer keeps the key: the lost one may have been recorded', async () => {
  const { made } = calls(lost, aRefusal(422));
  const outcome = await settleSale(aPending(), made);
  expect(outcome).toMatchObject({ kind: 'refused', pending: { key: 'k1' } });
});

test('a sale that was changed after a lost answer is neither a second one nor taken for the first', async () => {
  const first = calls(lost, lost, lost, lost);
  const unknown = await settleSale(aPending(), first.made);
  if (unknown.kind !== 'unknown') throw new Error('expected an unknown outcome');
  const changed = { ...unknown.pending, draft: aDraft({ items: aDraft().items.slice(0, 1) }) };
  const draft = {
    ...changed.draft,
    client: { digits: '1', name: 'A', registered: { id: 8, name: 'A' } },
  };
  const second = calls(aRefusal(409, 'key_reused'));
  const outcome = await settleSale({ ...changed, draft }, second.made);
  expect(outcome).toEqual({ kind: 'earlier', sale: A_SALE });
  expect(second.log).toEqual(['sale k1', 'sale k1']);
  expect(second.bodies.map((body) => body.client)).toEqual([8, 5]);
});

test('a sale that this tab never sent and is there already was made by a copy of it', async () => {
  expect(await settleSale(aPending(), calls(REPLAYED).made)).toEqual({
    kind: 'copied',
    sale: A_SALE,
  });
  // After a lost answer it is this tab's own, also when that was before a reload.
  expect((await settleSale(aPending(), calls(lost, REPLAYED).made)).kind).toBe('made');
  const unknown = await settleSale(aPending(), calls(lost, lost, lost, lost).made);
  if (unknown.kind !== 'unknown') throw new Error('expected an unknown outcome');
  expect((await settleSale(unknown.pending, calls(REPLAYED).made)).kind).toBe('made');
});

test('of a sale that was deleted nothing is left in doubt, however it is found', async () => {
  const deleted = aRefusal(409, 'sale_deleted');
  const gone = { kind: 'refused', error: deleted, pending: undefined };
  expect(await settleSale(aPending(), calls(deleted).made)).toEqual(gone);
  expect(await settleSale(aPending(), calls(lost, deleted).made)).toEqual(gone);
  const unknown = await settleSale(aPending(), calls(lost, lost, lost, lost).made);
  if (unknown.kind !== 'unknown') throw new Error('expected an unknown outcome');
  const changed = { ...unknown.pending, draft: aDraft({ payments: paid('Pix', cents(400)) }) };
  const reused = aRefusal(409, 'key_reused');
  expect(await settleSale(changed, calls(reused, deleted).made)).toEqual(gone);
});

test('nothing is sent when it cannot be stored', async () => {
  const { made, log } = calls();
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect((await settleSale(aPending(), { ...made, store: full })).kind).toBe('unknown');
  expect(log).toEqual([]);
});

test('what was left in the middle goes on by itself for two minutes, unless it was given up', () => {
  const asked = aPending({ askedAt: 1000 });
  expect(goesOn(asked, 1000 + 119_000)).toBe(true);
  expect(goesOn(asked, 1000 + 121_000)).toBe(false);
  expect(goesOn({ ...asked, stopped: true }, 1000)).toBe(false);
});
