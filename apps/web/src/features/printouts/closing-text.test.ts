import { describe, expect, it } from 'vitest';
import { closingSlipOf } from './closing-text.ts';

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
};
/** Still the first of March in São Paulo. */
const evening = new Date('2026-03-02T01:45:00.000Z');

/** Intl puts a no-break space after R$. */
function plain(value: unknown) {
  return JSON.parse(JSON.stringify(value).replaceAll('\u00a0', ' '));
}

describe('closingSlipOf', () => {
  it('says who sold how much, and by which methods', () => {
    expect(plain(closingSlipOf(closing, evening))).toEqual({
      today: '01/03/2026',
      notes: [],
      seller: 'Ana',
      total: 'R$ 1.234,56',
      methods: [
        { name: 'Pix', amount: 'R$ 1.000,06' },
        { name: 'Dinheiro', amount: 'R$ 234,50' },
      ],
    });
  });

  it('names the day of a box that is not of today, and which closing of the day it is', () => {
    const later = new Date('2026-03-02T12:00:00.000Z');
    const slip = closingSlipOf({ ...closing, version: 2 }, later);
    expect(slip).toMatchObject({
      today: '02/03/2026',
      notes: ['Caixa do dia 01/03/2026', '2º fechamento do dia'],
    });
  });

  it('leaves out what is not there', () => {
    const bare = { ...closing, seller_name: '', total_final: undefined };
    expect(closingSlipOf(bare, evening)).toMatchObject({ seller: undefined, total: undefined });
  });

  it('has room for a day of many millions', () => {
    expect(plain(closingSlipOf({ ...closing, total_final: 12_345_678.9 })?.total)).toBe(
      'R$ 12.345.678,90',
    );
  });

  it.each([[undefined], [null], [{}], ['closing'], [{ total_general: 1 }]])(
    'takes no %j for a closing',
    (stored) => expect(closingSlipOf(stored)).toBeUndefined(),
  );

  it('takes no closing whose amounts are not numbers', () => {
    expect(closingSlipOf({ ...closing, payment_methods: { Pix: 'x' } })).toBeUndefined();
  });
});
