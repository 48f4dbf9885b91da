import { expect, it } from 'vitest';
import { closingSlipOf } from './closing-slip.ts';

const closing = {
  id: 1,
  date: '2026-03-01',
  seller_id: 1,
  seller_name: 'Ana',
  total_final: 1234.56,
  payment_methods: { Pix: 1000.06, Dinheiro: 234.5 },
  version: 1,
  sales_count: 3,
  closed_at: '2026-03-02T01:40:00.000Z',
  first_sale: 12,
  last_sale: 19,
  replaces: null,
};
/** Still the first of March in São Paulo. */
const evening = new Date('2026-03-02T01:45:00.000Z');

/** Intl puts a no-break space after R$. */
function plain(value: unknown) {
  return JSON.parse(JSON.stringify(value).replaceAll('\u00a0', ' '));
}

it('says who sold how much, and by which methods', () => {
  expect(plain(closingSlipOf(closing, evening))).toEqual({
    id: 1,
    closedAt: '2026-03-02T01:40:00.000Z',
    today: '01/03/2026',
    notes: [],
    seller: 'Ana',
    parts: [],
    total: 'R$ 1.234,56',
    methods: [
      ['Pix', 'R$ 1.000,06'],
      ['Dinheiro', 'R$ 234,50'],
    ],
    counted: '3 vendas, da nº 12 à nº 19. Fechado em 01/03/2026 às 22:40',
  });
});

it('needs no sums, and nothing that another paper stores is a closing', () => {
  const empty = { today: '01/03/2026', total: undefined, methods: [] };
  expect(closingSlipOf({ seller_name: 'Ana' }, evening)).toMatchObject({ ...empty, seller: 'Ana' });
  expect(closingSlipOf({ date: '2026-03-01' }, evening)).toMatchObject(empty);
  for (const other of [null, {}, { id: 1, total_general: 12 }, { id: 1, seller_name: 'Ana' }]) {
    expect(closingSlipOf(other, evening)).toBeUndefined();
  }
});

it('names the day of a box that is not of today, and which closing of the day it is', () => {
  const later = new Date('2026-03-02T12:00:00.000Z');
  const slip = closingSlipOf({ ...closing, version: 2 }, later);
  expect(slip).toMatchObject({
    today: '02/03/2026',
    notes: ['Caixa do dia 01/03/2026', '2º fechamento do dia'],
  });
});

it('says so when it is printed again', () => {
  const again = { ...closing, reprinted_at: '2026-03-02T01:44:00.000Z' };
  expect(closingSlipOf(again, evening)?.notes).toEqual(['2ª via, impressa em 01/03/2026 às 22:44']);
});

it('names the closing that it replaces, with its day when that was another', () => {
  const notesOf = (closed_at: string) => {
    const replaces = { closed_at, total_final: 57.4 };
    return plain(closingSlipOf({ ...closing, version: 2, replaces }, evening)?.notes);
  };
  expect(notesOf('2026-03-01T21:02:00.000Z')).toEqual([
    '2º fechamento do dia, substitui o fechamento das 18:02 (R$ 57,40)',
  ]);
  expect(notesOf('2026-02-28T21:02:00.000Z')).toEqual([
    '2º fechamento do dia, substitui o fechamento de 28/02/2026, 18:02 (R$ 57,40)',
  ]);
});

it('says of one sale its number, and of an older closing what it knows', () => {
  const one = { ...closing, sales_count: 1, last_sale: 12 };
  expect(closingSlipOf(one)?.counted).toBe('1 venda, nº 12. Fechado em 01/03/2026 às 22:40');
  const { first_sale: _first, last_sale: _last, replaces: _replaces, ...older } = closing;
  expect(closingSlipOf({ ...older, version: 2 }, evening)).toMatchObject({
    notes: ['2º fechamento do dia'],
    counted: '3 vendas. Fechado em 01/03/2026 às 22:40',
  });
  const { date, payment_methods } = closing;
  expect(closingSlipOf({ date, payment_methods })?.counted).toBe('');
});

it('says what was sold and what came back, if anything did', () => {
  const net = { sold_total: 1254.56, returned_total: 20, refunds_count: 1 };
  expect(plain(closingSlipOf({ ...closing, ...net }, evening))).toMatchObject({
    parts: [
      ['Vendido', 'R$ 1.254,56'],
      ['Devolvido', '−R$ 20,00'],
    ],
    total: 'R$ 1.234,56',
    counted: expect.stringContaining('à nº 19. Devoluções e trocas: 1. Fechado'),
  });
});

it('says what change was not from cash, if any was', () => {
  const changeOf = (change_not_cash: unknown) =>
    plain(closingSlipOf({ ...closing, change_not_cash }, evening)?.change ?? null);
  expect(changeOf({ amount: 8.5, sales: 2 })).toBe(
    'Troco que não saiu de dinheiro: R$ 8,50 em 2 vendas',
  );
  expect(changeOf({ amount: 7.5, sales: 1 })).toBe(
    'Troco que não saiu de dinheiro: R$ 7,50 em 1 venda',
  );
  for (const none of [undefined, null, {}, { amount: 0, sales: 0 }]) {
    expect(changeOf(none)).toBeNull();
  }
});

it('says how many sales were kept on other days, if any were', () => {
  const keptOf = (kept: unknown) =>
    plain(closingSlipOf({ ...closing, kept }, evening)?.kept ?? null);
  expect(keptOf({ count: 2, total: 40 })).toBe('2 vendas guardadas de dias anteriores, R$ 40,00');
  expect(keptOf({ count: 1, total: 7.5 })).toBe('1 venda guardada de dias anteriores, R$ 7,50');
  for (const none of [undefined, null, {}, { count: 0, total: 0 }]) {
    expect(keptOf(none)).toBeNull();
  }
});

it('names the box that was counted', () => {
  const box = { number: 7, opened_at: '2026-03-01T10:40:00.000Z', counts: [], movements: [] };
  const slip = closingSlipOf({ ...closing, box }, evening);
  expect(slip?.notes).toEqual(['Caixa nº 7, aberto em 01/03/2026 às 07:40']);
  expect(slip?.box?.payment_methods).toBe(closing.payment_methods);
});

it('leaves out what is not there', () => {
  const bare = { ...closing, seller_name: '', total_final: undefined };
  expect(closingSlipOf(bare, evening)).toMatchObject({ seller: undefined, total: undefined });
});

const noNumber = { ...closing, payment_methods: { Pix: 'x' } };
it('shows an amount that is no number as it is', () => {
  expect(closingSlipOf(noNumber)?.methods).toEqual([['Pix', 'x']]);
});

it.each([[undefined], [null], [{}], ['closing'], [{ total_general: 1 }]])(
  'takes no %j for a closing',
  (stored) => expect(closingSlipOf(stored)).toBeUndefined(),
);
