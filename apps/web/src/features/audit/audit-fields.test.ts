import { describe, expect, it } from 'vitest';
import { changesOf } from './audit-fields.ts';
import { actorOf, subjectOf } from './audit-words.ts';

const entry = {
  id: 1,
  at: '2026-11-20T13:00:00.000Z',
  actor_id: 2,
  actor_name: 'Vera',
  action: 'product.edited',
  subject_id: 3,
  person: null,
  before: null,
  after: null,
};
/** Intl puts a no-break space after R$. */
const said = (...of: Parameters<typeof changesOf>) =>
  JSON.parse(JSON.stringify(changesOf(...of)).replaceAll('\u00a0', ' '));

describe('changesOf', () => {
  it('says of an edit what became different, with both values', () => {
    const before = { id: 3, code: '10', name: 'Lápis', price: 1.5, active: true };
    const after = { ...before, price: 1234.5, active: false };
    expect(said({ before, after })).toEqual([
      { label: 'Valor', before: 'R$ 1,50', after: 'R$ 1.234,50' },
      { label: 'Ativo', before: 'sim', after: 'não' },
    ]);
    expect(said({ before, after: before })).toEqual([]);
  });

  it('says of a sale its figures and payments, and of nothing nothing', () => {
    const after = {
      items: 2,
      paid_cents: 8000,
      change_cents: 2260,
      total_general_cents: 5740,
      payments: [
        { method: 'Pix', cents: 3000 },
        { method: 'Dinheiro', cents: 5000 },
      ],
    };
    expect(said({ before: null, after })).toEqual([
      { label: 'Total', after: 'R$ 57,40' },
      { label: 'Troco', after: 'R$ 22,60' },
      { label: 'Itens', after: '2' },
      { label: 'Pagamentos', after: 'Pix R$ 30,00 + Dinheiro R$ 50,00' },
    ]);
    const discounted = {
      subtotal_cents: 6000,
      item_discounts_cents: 260,
      general_discount_cents: 0,
      total_general_cents: 5740,
    };
    expect(said({ before: null, after: discounted })).toEqual([
      { label: 'Desconto nos itens', after: 'R$ 2,60' },
      { label: 'Total', after: 'R$ 57,40' },
    ]);
    const exact = { total_general_cents: 5740, paid_cents: 5740, change_cents: 0 };
    expect(said({ before: null, after: exact })).toEqual([{ label: 'Total', after: 'R$ 57,40' }]);
    expect(said({ before: null, after: null })).toEqual([]);
  });

  it('writes days and instants as Brazilians do, in São Paulo', () => {
    const before = { created_at: '2026-11-20T02:59:59.000Z', seller_id: 2, total_general: 57.4 };
    expect(said({ before, after: null })).toEqual([
      { label: 'Feita em', before: '19/11/2026 23:59:59' },
      { label: 'Total', before: 'R$ 57,40' },
    ]);
    expect(said({ before: null, after: { date: '2026-11-20' } })).toEqual([
      { label: 'Dia', after: '20/11/2026' },
    ]);
  });

  it('shows what it does not know, or what is of another kind, as it is', () => {
    const after = { colour: { red: 1 }, price: 'caro', code: '', payments: 3, date: 'ontem' };
    expect(said({ before: null, after })).toEqual([
      { label: 'Código', after: '(vazio)' },
      { label: 'Valor', after: 'caro' },
      { label: 'Pagamentos', after: '3' },
      { label: 'Dia', after: 'ontem' },
      { label: 'colour', after: '{"red":1}' },
    ]);
  });
});

describe('actorOf and subjectOf', () => {
  it.each([
    ['session.refused', 'Desconhecido'],
    ['user.created', 'Sistema'],
    ['client.anonymised', 'Operador do servidor'],
  ])('says who it was when nobody was signed in: %s', (action, who) => {
    expect(actorOf({ ...entry, actor_name: null, action })).toBe(who);
    expect(actorOf({ ...entry, action })).toBe('Vera');
  });

  it('names what it was done to, by the name it had', () => {
    const named = { before: { name: 'Lápis' }, after: { name: 'Lápis HB' } };
    expect(subjectOf({ ...entry, ...named })).toBe('Lápis');
    const before = { seller_id: 9 };
    expect(subjectOf({ ...entry, action: 'sale.deleted', person: 'Ana', before })).toBe(
      'Venda nº 3, de Ana',
    );
    const own = { seller_id: 2 };
    expect(subjectOf({ ...entry, action: 'sale.deleted', person: 'Vera', before: own })).toBe(
      'Venda nº 3',
    );
    expect(subjectOf({ ...entry, action: 'sale.created' })).toBe('Venda nº 3');
    expect(subjectOf({ ...entry, action: 'box.closed', person: 'Ana' })).toBe('Caixa de Ana');
    expect(subjectOf({ ...entry, action: 'password.reset', person: 'Ana' })).toBe('Ana');
    expect(subjectOf({ ...entry, action: 'session.started', person: 'Vera', subject_id: 2 })).toBe(
      '',
    );
  });
});
