import type { NewKeptSale, RecordedKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import type { NewSale, Sale } from '@balcao/contract/sales/sales.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { setDoor } from '../../../api/call.ts';
import { ApiRefusal, ApiUnreachable } from '../../../api/errors.ts';
import type { KeptSale } from '../../kept/kept-sales.ts';
import { sendKeptSale } from './send-kept.ts';

const CPF = '52998224725';
const receipt = {
  ...{ id: 0, client_data: { id: 0, name: 'Ana', cpf: CPF } },
  student_data: { id: 0, name: 'Léo', registration: '2026' },
} as Sale;
const figures = { products: [], total: 2.5 } as unknown as KeptSale['figures'];

const kept = (over: Partial<KeptSale> = {}): KeptSale => ({
  ...{ key: 'k1', user: 7, seller: 'Vera', madeAt: '2026-03-02T15:00:00.000Z' },
  client: { number: CPF, name: 'Ana' },
  student: { id: 4 },
  ...{ figures, receipt, paper: [], sent: [], pixUnchecked: false, problem: null },
  ...over,
});

const recorded = (cpf: string, registration?: string): RecordedKeptSale => ({
  sale: {
    ...{ ...receipt, id: 12, client_data: { id: 9, name: 'Ana', cpf } },
    student_data: registration ? { id: 4, name: 'Léo', registration } : null,
  },
  reasons: [],
});
const reused = new ApiRefusal({
  ...{ type: 'about:blank', title: '', detail: 'Outra venda.', status: 409, code: 'key_reused' },
});

/** Sends it to a server that gives these answers one by one. */
async function send(sale: KeptSale, ...answers: (RecordedKeptSale | Error)[]) {
  const bodies: NewKeptSale[] = [];
  const created: unknown[] = [];
  setDoor((name, { body, headers }) => {
    if (name !== 'createKeptSale') {
      created.push([name, body]);
      return { id: 9 };
    }
    expect(headers).toEqual({ 'idempotency-key': sale.key });
    bodies.push(body as NewKeptSale);
    const answer = answers.shift();
    if (answer instanceof Error || !answer) throw answer;
    return answer;
  });
  const outcome = sendKeptSale(sale, 2, new AbortController().signal);
  return { outcome, bodies, created };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => '6f1f3a52-0000-4000-8000-000000000001' });
  return () => {
    setDoor(undefined);
    vi.unstubAllGlobals();
  };
});

test('who is not on record is registered first; then the sale goes as it was made', async () => {
  const { outcome, bodies, created } = await send(kept(), recorded(CPF));
  await expect(outcome).resolves.toMatchObject({ sale: { id: 12 } });
  expect(created).toEqual([['createClient', { cpf: CPF, name: 'Ana' }]]);
  expect(bodies).toEqual([
    {
      made_at: '2026-03-02T15:00:00.000Z',
      device: '6f1f3a52-0000-4000-8000-000000000001',
      waiting: 2,
      sale: { ...figures, client: 9, student: 4, seller: 7 },
      paper: [],
    },
  ]);
});

test.each([
  ['of the same client', CPF, true],
  ['of a client who was anonymised since', '', true],
  ['of somebody else', '11144477735', false],
])('an earlier body that the key holds is found if it is %s', async (_, cpf, isFound) => {
  const sent = [{ ...figures, client: 3, student: 4, seller: 7 } as NewSale];
  const { outcome, bodies } = await send(kept({ sent }), reused, recorded(cpf));
  if (isFound) await expect(outcome).resolves.toMatchObject({ sale: { id: 12 } });
  else await expect(outcome).rejects.toBe(reused);
  expect(bodies.map(({ sale }) => sale.client)).toEqual([9, 3]);
});

test('the part of a CPF that an offered client has tells nobody apart: their ids do', async () => {
  const offered = { ...receipt, client_data: { ...receipt.client_data, cpf: '' } };
  const sent = [{ ...figures, client: 3, student: 4, seller: 7 } as NewSale];
  const send3 = (id: number) =>
    send(kept({ sent, client: { id }, receipt: offered }), reused, recorded(CPF));
  await expect((await send3(3)).outcome).resolves.toMatchObject({ sale: { id: 12 } });
  await expect((await send3(8)).outcome).rejects.toBe(reused);
});

test('of several earlier bodies the one that was recorded is found', async () => {
  const bodyOf = (client: number) => ({ ...figures, client, student: 4, seller: 7 }) as NewSale;
  const sent = [bodyOf(2), bodyOf(3)];
  const { outcome, bodies } = await send(kept({ sent }), reused, reused, recorded(CPF));
  await expect(outcome).resolves.toMatchObject({ sale: { id: 12 } });
  expect(bodies.map(({ sale }) => sale.client)).toEqual([9, 3, 2]);
});

test('a sale that was recorded for another student stays, and says so', async () => {
  const sent = [{ ...figures, client: 9, student: null, seller: 7 } as NewSale];
  const { outcome } = await send(kept({ sent }), reused, recorded(CPF));
  await expect(outcome).rejects.toMatchObject({
    problem: { code: 'other_student', words: expect.stringContaining('nº 12') },
  });
  // The same student, on record under another number by now.
  const merged = [{ ...figures, client: 9, student: 3, seller: 7 } as NewSale];
  const again = await send(kept({ sent: merged }), reused, recorded(CPF, '2026'));
  await expect(again.outcome).resolves.toMatchObject({ sale: { id: 12 } });
});

test('an earlier body with other figures is another sale', async () => {
  const sent = [{ ...figures, total: 9, client: 9, student: 4, seller: 7 } as NewSale];
  const { outcome, bodies } = await send(kept({ sent }), reused);
  await expect(outcome).rejects.toBe(reused);
  expect(bodies).toHaveLength(1);
});

test('without an answer nothing is decided', async () => {
  const lost = new ApiUnreachable('lost');
  const { outcome, bodies } = await send(kept(), lost);
  await expect(outcome).rejects.toBe(lost);
  expect(bodies).toHaveLength(1);
});
