import { expect, it } from 'vitest';
import { actorOf, subjectOf } from './entry.ts';
import { changesOf } from './fields.ts';

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
const pix = { method: 'Pix', cents: 3000 };
const pen = { id: 3, code: '10', name: 'Lápis', price: 1.5, active: true };

it.each([
  [
    'both values of the fields that an edit changed',
    pen,
    { ...pen, price: 1234.5, active: false },
    ['Valor: R$ 1,50 > R$ 1.234,50', 'Ativo: sim > não'],
  ],
  ['nothing of an edit that changed nothing', pen, pen, []],
  [
    'the figures and payments of a sale',
    null,
    {
      items: 2,
      paid_cents: 8000,
      change_cents: 2260,
      total_general_cents: 5740,
      payments: [pix, { method: 'Dinheiro', cents: 5000 }],
    },
    [
      'Total: > R$ 57,40',
      'Troco: > R$ 22,60',
      'Itens: > 2',
      'Pagamentos: > Pix R$ 30,00 + Dinheiro R$ 50,00',
    ],
  ],
  [
    'the change that was not from cash',
    null,
    { change_cents: 260, change_not_cash_cents: 260 },
    ['Troco: > R$ 2,60', 'Troco que não saiu de dinheiro: > R$ 2,60'],
  ],
  [
    'the discounts that there are',
    null,
    { subtotal_cents: 6000, item_discounts_cents: 260, general_discount_cents: 0 },
    ['Desconto nos itens: > R$ 2,60'],
  ],
  [
    'no change where there is none',
    null,
    { total_general_cents: 5740, paid_cents: 5740, change_cents: 0 },
    ['Total: > R$ 57,40'],
  ],
  ['nothing of an entry without values', null, null, []],
  [
    'instants in São Paulo',
    { created_at: '2026-11-20T02:59:59.000Z', seller_id: 2, total_general: 57.4 },
    null,
    ['Feita em: 19/11/2026 23:59:59 >', 'Total: R$ 57,40 >'],
  ],
  ['from where somebody signed in', null, { address: '10.0.0.7' }, ['De onde: > 10.0.0.7']],
  [
    'a sign-in at the server itself',
    null,
    { address: '127.0.0.1' },
    ['De onde: > o próprio servidor'],
  ],
  ['days as Brazilians write them', null, { date: '2026-11-20' }, ['Dia: > 20/11/2026']],
  [
    'unknown fields and values of another kind as they are',
    null,
    { colour: { red: 1 }, price: 'caro', code: '', payments: 3, date: 'ontem' },
    [
      'Código: > (vazio)',
      'Valor: > caro',
      'Pagamentos: > 3',
      'Dia: > ontem',
      'colour: > {"red":1}',
    ],
  ],
])('shows %s', (_, before, after, shown) => {
  const changes = changesOf({ before, after });
  const texts = changes.map(({ label, ...values }) =>
    [`${label}:`, values.before, '>', values.after].filter(Boolean).join(' '),
  );
  // Intl puts a no-break space after R$.
  expect(texts.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(shown);
});

it.each<[string, string, Record<string, unknown>?]>([
  ['session.refused', 'Desconhecido'],
  ['user.created', 'Sistema'],
  ['user.created', 'Operador do servidor', { operator: true }],
  ['client.anonymised', 'Operador do servidor'],
  ['password.reset', 'Operador do servidor'],
])('says who it was when nobody was signed in: %s', (action, who, after) => {
  const event = { ...entry, action, ...(after && { after }) };
  expect(actorOf({ ...event, actor_name: null })).toBe(who);
  expect(actorOf(event)).toBe('Vera');
});

it.each([
  [{ before: { name: 'Lápis' }, after: { name: 'Lápis HB' } }, 'Lápis'],
  [{ action: 'sale.deleted', person: 'Ana', before: { seller_id: 9 } }, 'Venda nº 3, de Ana'],
  [{ action: 'sale.deleted', person: 'Vera', before: { seller_id: 2 } }, 'Venda nº 3'],
  [{ action: 'sale.created' }, 'Venda nº 3'],
  [{ action: 'box.closed', person: 'Ana' }, 'Caixa de Ana'],
  [{ action: 'password.reset', person: 'Ana' }, 'Ana'],
  [{ action: 'session.started', person: 'Vera', subject_id: 2 }, ''],
])('names the subject of %j', (fields, subject) => {
  expect(subjectOf({ ...entry, ...fields })).toBe(subject);
});
