import { randomUUID } from 'node:crypto';
import type { PixState } from '@balcao/domain/bank/pix-states.ts';
import { cents, centsFromReais, sumCents } from '@balcao/domain/money.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aPaymentMethod, aSale, aUser, saleParts } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { centsOfText, exportedCsv, rowsOfXlsx } from '../../testing/exported.ts';
import { violations } from '../../testing/invariants.ts';
import { aStatementLine as aLine, aStatement } from '../../testing/valid-bank-calls.ts';

const { shop, vera, client, pix, cash } = await openTestCounter(afterAll);
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
const token = await tokenOf(shop, chief.login);

afterEach(async () => {
  expect(await violations(db)).toEqual([]);
});

const march = { startDate: '2026-03-01', endDate: '2026-03-31' };
const at = (day: string, time: string) => new Date(`2026-03-${day}T${time}:00-03:00`);

/** A sale paid by one Pix, or by another method. */
async function sold(day: string, time: string, amount: number, method = pix) {
  const { items } = await saleParts(db, { price: cents(amount) });
  const key = randomUUID();
  const payments = [{ method, amount: cents(amount) }];
  const sale = { seller: vera, client, items, payments, createdAt: at(day, time), key };
  return { ...(await aSale(pool, sale)), txid: pixTxid(key, 1) };
}

const add = async (lines: ReturnType<typeof aLine>[], from = '2026-03-01', to = '2026-03-10') =>
  (await shop.call('addStatement', { token, body: aStatement(lines, [from, to]) })).body;
const remove = async (id: number | null) =>
  shop.call('deleteStatement', { token, params: { id: `${id}` } });
const compare = async (query: { state?: PixState; page_size?: string } = {}) =>
  (await shop.call('comparePix', { token, query: { ...march, page_size: '100', ...query } })).body;
const states = async () =>
  (await compare()).results.map(({ state, payment, line }) => [
    state,
    payment?.sale ?? null,
    line?.amount ?? null,
  ]);
/** What the month's list of open matters says of the bank. */
const openInMarch = async () =>
  (await shop.call('readMonth', { token, params: { month: '2026-03' } })).body.open
    .filter(({ kind }) => /^(pix|cards)_/.test(kind))
    .map(({ kind, day, count, amount }) => [kind, day, count, amount]);

test('a statement finds the Pix of sales, tells what does not fit, and adds nothing when it comes again', async () => {
  const named = await sold('02', '10:00', 4990);
  const paidLess = await sold('02', '11:00', 5000);
  const missing = await sold('03', '09:00', 4990);
  const near = await sold('03', '09:30', 4990);
  const toCash = await sold('04', '10:00', 700);
  const toPix = await sold('04', '11:00', 800, cash);
  const gone = await sold('05', '10:00', 900);
  const later = await sold('20', '10:00', 1000);
  const corrected = (sale: { id: number }, method: string, amount: number) =>
    shop.call('correctPayments', {
      token,
      params: { id: String(sale.id) },
      headers: { 'idempotency-key': randomUUID() },
      body: { reason: 'Forma errada', payments: [{ method, amount }] },
    });
  await corrected(toCash, 'Dinheiro', 7);
  await corrected(toPix, 'Pix', 8);
  await shop.call('deleteSale', { token, params: { id: String(gone.id) } });
  const mark = await lastAuditId(db);
  expect(await openInMarch()).toEqual([]);

  const lines = [
    aLine({ day: '2026-03-02', time: null, amount: 49.9, txid: named.txid }),
    aLine({
      day: '2026-03-02',
      time: '18:00',
      amount: 49.9,
      txid: named.txid,
      memo: 'PIX DE NOVO',
    }),
    aLine({ day: '2026-03-02', time: '11:01', amount: 5, txid: paidLess.txid }),
    aLine({
      day: '2026-03-03',
      time: '09:29',
      amount: 49.9,
      memo: 'PIX RECEBIDO Maria da Silva 529.982.247-25',
    }),
    aLine({ day: '2026-03-04', time: '11:00', amount: 8 }),
    aLine({ day: '2026-03-05', time: null, amount: 9, txid: gone.txid }),
    aLine({ day: '2026-03-06', time: null, amount: 123.45 }),
    aLine({ day: '2026-03-06', time: null, amount: 97.01, kind: 'card', memo: 'CIELO' }),
  ];
  const first = await add(lines);
  expect(first).toEqual({ id: expect.any(Number), in_doubt: [], added: 8, matched: 5 });
  const rows = [
    ['found', named.id, 49.9],
    ['differs', paidLess.id, 5],
    ['double', null, 49.9],
    ['missing', missing.id, null],
    ['found', near.id, 49.9],
    ['found', toPix.id, 8],
    ['undone', gone.id, 9],
    ['unknown', null, 123.45],
    ['uncovered', later.id, null],
  ];
  expect(await states()).toEqual(rows);
  const { sums, results, count } = await compare({ state: 'missing' });
  expect([count, results.length]).toEqual([1, 1]);
  expect(Object.fromEntries(sums.map(({ state, ...sum }) => [state, Object.values(sum)]))).toEqual({
    found: [3, 107.8, 107.8],
    differs: [1, 50, 5],
    missing: [1, 49.9, 0],
    uncovered: [1, 10, 0],
    unknown: [1, 0, 123.45],
    double: [1, 0, 49.9],
    undone: [1, 0, 9],
    reversal: [0, 0, 0],
    not_ours: [0, 0, 0],
  });

  // The same file, and one that overlaps it.
  expect(await add(lines)).toEqual({ id: null, in_doubt: [], added: 0, matched: 0 });
  const part = await add([...lines.slice(0, 3)].reverse(), '2026-03-01', '2026-03-02');
  expect(part).toMatchObject({ id: expect.any(Number), added: 0 });
  expect(await states()).toEqual(rows);
  expect((await auditAfter(db, mark)).map(({ action, after }) => [action, after])).toEqual([
    [
      'bank.statement_added',
      { from: '2026-03-01', to: '2026-03-10', lines: 8, added: 8, matched: 5 },
    ],
    [
      'bank.statement_added',
      { from: '2026-03-01', to: '2026-03-02', lines: 3, added: 0, matched: 0 },
    ],
  ]);
  // Of who paid, nothing is kept.
  const kept = JSON.stringify(await db.selectFrom('bank_lines').selectAll().execute());
  expect(kept).not.toMatch(/maria|silva|529\.?982/i);

  // By hand, and taken back; nobody joins it again.
  const line = (await compare({ state: 'unknown' })).results[0]?.line?.id ?? 0;
  const join = (payment: object | null, id = line) =>
    shop.call('matchLine', { token, params: { id: `${id}` }, body: { payment } as never });
  const payment = { sale: missing.id, correction: null, line: 1 };
  expect((await join({ ...payment, line: 2 })).problem.code).toBe('unknown_payment');
  expect((await join({ ...payment, sale: near.id })).problem.code).toBe('payment_found');
  expect((await join(payment)).body).toMatchObject({ how: 'hand', amount: 123.45 });
  await join(payment);
  expect(await states()).toContainEqual(['differs', missing.id, 123.45]);
  const nearLine = (await compare({ state: 'found' })).results[1]?.line?.id ?? 0;
  await join(null, nearLine);
  await add(lines);
  expect(await states()).toContainEqual(['missing', near.id, null]);
  expect((await auditAfter(db, mark)).slice(2).map((e) => [e.action, e.subject_id])).toEqual([
    ['bank.line_matched', line],
    ['bank.line_taken_apart', nearLine],
  ]);

  // The file adds up to the screen: what was undone stands in a column of its own.
  const now = (await compare()).sums;
  const sumOf = (of: 'shop' | 'bank') => sumCents(now.map((sum) => centsFromReais(sum[of])));
  const exported = await exportedCsv(shop, token, { list: 'bank_pix', ...march });
  const added = (column: string) =>
    exported.reduce((sum, row) => sum + centsOfText(row[column]), 0);
  expect([added('Loja'), added('Loja, desfeito'), added('Banco')]).toEqual([
    sumOf('shop'),
    900,
    sumOf('bank'),
  ]);

  // Who closes the month learns of all that.
  expect(await openInMarch()).toEqual([
    ['pix_differs', null, 2, 28.55],
    ['pix_missing', null, 1, -49.9],
    ['pix_uncovered', null, 1, 10],
    ['pix_unknown', null, 1, 49.9],
    ['pix_double', null, 1, 49.9],
    ['pix_undone', null, 1, 9],
  ]);

  // Taken out, the file leaves everything as it was before it.
  const [statement] = (await shop.call('listStatements', { token })).body.slice(-1);
  expect(statement).toMatchObject({ by: 'Chefe', from: '2026-03-01', to: '2026-03-10', lines: 8 });
  await remove(part.id);
  await remove(first.id);
  expect((await states()).map(([state]) => state)).toEqual(Array(6).fill('uncovered'));
  expect(await openInMarch()).toEqual([]);
});

test('two administrators who drop the same file at once add it once', async () => {
  const lines = [aLine({ day: '2026-04-01' }), aLine({ day: '2026-04-02' })];
  const both = await Promise.all([1, 2].map(() => add(lines, '2026-04-01', '2026-04-30')));
  expect(both.map(({ added }) => added).sort()).toEqual([0, 2]);
});

test('a statement is refused whole for one line outside its days', async () => {
  const body = aStatement([aLine(), aLine({ day: '2026-05-02' })], ['2026-05-01', '2026-05-31']);
  expect((await shop.call('addStatement', { token, body })).problem.code).toBe('line_outside');
  const long = { startDate: '2025-01-01', endDate: '2026-01-02' };
  expect((await shop.call('comparePix', { token, query: long })).problem.code).toBe(
    'period_too_long',
  );
});

test('cards: what is expected of each day after fees, beside what came', async () => {
  const [debit, credit] = await Promise.all(
    ['Cartão de débito', 'Cartão de crédito'].map((name) => aPaymentMethod(db, { name })),
  );
  if (!debit || !credit) throw new Error('no cards');
  const cards = async () => (await shop.call('compareCards', { token, query: march })).body;
  expect(await cards()).toEqual({ has_terms: false, days: [] });
  const terms = [
    { method: credit.id, days: 30, business_days: false, fee: 3.5 },
    { method: debit.id, days: 1, business_days: true, fee: 1.99 },
  ];
  const edit = (terms: object[]) => shop.call('editCardTerms', { token, body: { terms } as never });
  expect((await edit([...terms, ...terms])).problem.code).toBe('unknown_payment_method');
  expect((await edit(terms)).body).toEqual({ terms });
  expect((await shop.call('readCardTerms', { token })).body).toEqual({ terms });

  // Friday and Saturday settle on Monday; 5 February, in 30 days, on a Saturday: on Monday too.
  await sold('06', '10:00', 10_000, debit);
  await sold('06', '11:00', 50, debit);
  const back = await sold('07', '10:00', 5_000, debit);
  await sold('07', '10:00', 3_000, debit);
  const { items } = await saleParts(db, { price: cents(20_000) });
  const payments = [{ method: credit, amount: cents(20_000) }];
  const createdAt = new Date('2026-02-05T12:00:00-03:00');
  await aSale(pool, { seller: vera, client, items, payments, createdAt });
  await shop.call('deleteSale', { token, params: { id: String(back.id) } });
  await add(
    [aLine({ day: '2026-03-09', amount: 320, kind: 'card', memo: 'CIELO' })],
    '2026-03-09',
    '2026-03-09',
  );
  // 100,50 less 2,00 (1,999…), 30,00 less 0,60 (0,597), 200,00 less 7,00.
  expect(await cards()).toEqual({
    has_terms: true,
    days: [
      {
        ...{ day: '2026-03-09', covered: true, expected: 320.9, received: 320, difference: -0.9 },
        parts: [
          {
            method: 'Cartão de crédito',
            sold: { day: '2026-02-05', gross: 200, fee: 7 },
            net: 193,
          },
          {
            method: 'Cartão de débito',
            sold: { day: '2026-03-06', gross: 100.5, fee: 2 },
            net: 98.5,
          },
          {
            method: 'Cartão de débito',
            sold: { day: '2026-03-07', gross: 30, fee: 0.6 },
            net: 29.4,
          },
        ],
      },
    ],
  });
  // Whoever closes the month learns of it, and so does its paper.
  expect(await openInMarch()).toEqual([
    ['cards_differ', '2026-03-09', null, -0.9],
    ['pix_uncovered', null, 6, 217.7],
  ]);
  const headers = { 'idempotency-key': randomUUID() };
  await shop.call('closeMonth', { token, params: { month: '2026-03' }, headers });
  const { content } = await db
    .selectFrom('month_files')
    .select('content')
    .where('format', '=', 'xlsx')
    .executeTakeFirstOrThrow();
  const rows = await rowsOfXlsx(content, 'Em aberto ao fechar');
  expect(rows.filter((row) => !row.Vendedor)).toMatchObject([
    { 'O quê': 'Cartões: o banco pagou outro valor', Valor: -0.9 },
    { 'O quê': 'Pix: sem extrato (6)', Dia: null, Valor: 217.7 },
  ]);
});
