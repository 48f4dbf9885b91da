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
  await shop.call('editCardTerms', { token, body: { terms: [], holidays: [] } });
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

/** Two cards of a name of their own, with these terms. */
async function twoCards(ofDebit: object, ofCredit: object, holidays: string[] = []) {
  const names = ['Cartão de débito', 'Cartão de crédito'].map((name) => `${name} ${randomUUID()}`);
  const [debit, credit] = await Promise.all(names.map((name) => aPaymentMethod(db, { name })));
  if (!debit || !credit) throw new Error('no cards');
  const terms = [
    { method: debit.id, days: 1, business_days: true, fee: 1.99, ...ofDebit },
    { method: credit.id, days: 1, business_days: true, fee: 3.5, ...ofCredit },
  ];
  const answer = await shop.call('editCardTerms', { token, body: { terms, holidays } });
  expect(answer.status).toBe(200);
  return { debit, credit, terms };
}

const cardsIn = async (startDate: string, endDate = startDate) =>
  (await shop.call('compareCards', { token, query: { startDate, endDate } })).body.days;

/** What the bank received from cards on a day. */
const cardLine = (day: string, amount: number) =>
  add([aLine({ day, amount, kind: 'card', memo: 'CIELO' })], day, day);

test('cards: as many centavos as sales are rounding, and one more is a difference', async () => {
  const { debit, credit } = await twoCards({}, {});
  // A Tuesday, which settles on Wednesday 11: 98,51 (98,5050) and 0,02 less nothing (0,0398).
  await sold('10', '10:00', 10_050, debit);
  for (const time of ['11:00', '12:00']) await sold('10', time, 1, debit);
  const day = async () => {
    const [{ expected, difference, sales, state } = {} as never] = await cardsIn('2026-03-11');
    return [expected, difference, sales, state];
  };
  const received = async (amount: number) => {
    const { id } = await cardLine('2026-03-11', amount);
    const found = [await day(), await openCards()];
    await remove(id);
    return found;
  };
  const openCards = async () => (await openInMarch()).filter(([kind]) => kind === 'cards_differ');
  expect(await day()).toEqual([98.52, -98.52, 3, 'uncovered']);
  expect(await received(98.52)).toEqual([[98.52, 0, 3, 'equal'], []]);
  expect(await received(98.49)).toEqual([[98.52, -0.03, 3, 'rounding'], []]);
  expect(await received(98.55)).toEqual([[98.52, 0.03, 3, 'rounding'], []]);
  expect(await received(98.48)).toEqual([
    [98.52, -0.04, 3, 'differs'],
    [['cards_differ', '2026-03-11', null, -0.04]],
  ]);
  expect((await received(98.56))[0]).toEqual([98.52, 0.04, 3, 'differs']);

  // A sale that is deleted, or whose payment is corrected to another card on the same day, counts no more; a return is no sale.
  const correct = async (sale: { id: number }, method: string) => {
    const { body } = await shop.call('correctPayments', {
      token,
      params: { id: String(sale.id) },
      headers: { 'idempotency-key': randomUUID() },
      body: { reason: 'Forma errada', payments: [{ method, amount: 10 }] },
    });
    await pool.query('UPDATE corrections SET created_at = $1 WHERE id = $2', [
      at('10', '15:00'),
      body.id,
    ]);
  };
  await correct(await sold('10', '13:00', 1_000, credit), debit.name);
  await correct(await sold('10', '13:10', 1_000, debit), 'Dinheiro');
  const gone = await sold('10', '13:20', 1_000, debit);
  await shop.call('deleteSale', { token, params: { id: String(gone.id) } });
  const returned = await sold('10', '13:30', 1_000, debit);
  const { body } = await shop.call('createRefund', {
    token,
    params: { id: String(returned.id) },
    headers: { 'idempotency-key': randomUUID() },
    body: {
      ...{ items: [{ line: 1, quantity: 1 }], reason: 'Não serviu', total: 10 },
      payments: [{ method: debit.name, amount: 10 }],
    },
  });
  await pool.query('UPDATE corrections SET created_at = $1 WHERE id = $2', [
    at('10', '15:00'),
    body.id,
  ]);
  // 100,50 and 0,02 and 10,00 less 2,20: the three of before, the corrected one, and the one that came back.
  expect(await day()).toEqual([108.32, -108.32, 5, 'uncovered']);
});

test('cards: two sales of one centavo, of which nothing came, are no rounding; nor is anything without a fee', async () => {
  const { debit, credit } = await twoCards({}, { fee: 0 });
  for (const time of ['10:00', '11:00']) await sold('12', time, 1, debit);
  const states = async (amount?: number) => {
    const { id } = await (amount === undefined
      ? add([aLine({ day: '2026-03-13', amount: 5, kind: 'pix' })], '2026-03-13', '2026-03-13')
      : cardLine('2026-03-13', amount));
    const found = (await cardsIn('2026-03-13')).map(({ state, sales }) => [state, sales]);
    await remove(id);
    return found;
  };
  expect(await states()).toEqual([['differs', 2]]);
  expect(await states(0.01)).toEqual([['rounding', 2]]);
  expect(await states(0.03)).toEqual([['differs', 2]]);
  await sold('12', '12:00', 5_000, credit);
  expect(await states(50.02)).toEqual([['equal', 2]]);
  expect(await states(49.99)).toEqual([['differs', 2]]);
  expect(await states(50.03)).toEqual([['differs', 2]]);
});

test('cards: no money is expected on holidays, and several days are one matter of the month', async () => {
  const { debit, terms } = await twoCards({}, {}, ['03-19', '03-19', '2026-03-20']);
  await sold('18', '10:00', 10_000, debit);
  const days = async () => (await cardsIn('2026-03-19', '2026-03-31')).map(({ day }) => day);
  expect(await days()).toEqual(['2026-03-23']);
  const edit = (holidays: string[]) =>
    shop.call('editCardTerms', { token, body: { terms, holidays } });
  expect((await shop.call('readCardTerms', { token })).body.holidays).toEqual([
    ...['03-19', '2026-03-20'],
  ]);
  expect((await edit(['04-31'])).problem).toEqual(
    expect.objectContaining({ code: 'invalid_day', detail: '31/04 não existe no calendário.' }),
  );
  const mark = await lastAuditId(db);
  await edit(['03-19']);
  expect(await days()).toEqual(['2026-03-20']);
  expect((await auditAfter(db, mark)).map(({ before, after }) => [before, after])).toMatchObject([
    [{ holidays: ['03-19', '2026-03-20'] }, { holidays: ['03-19'] }],
  ]);
  await edit([]);
  expect(await days()).toEqual(['2026-03-19']);

  // One day that does not fit keeps its day; two are one row, of which the export has both, as the screen.
  const statements = [await cardLine('2026-03-19', 97), await cardLine('2026-03-20', 5)];
  const open = (await openInMarch()).filter(([kind]) => kind === 'cards_differ');
  expect(open).toEqual([['cards_differ', null, 2, 3.99]]);
  const exported = (state = {}) =>
    exportedCsv(shop, token, { list: 'bank_cards', ...march, ...state });
  const fits = (await exported()).filter(({ Situação }) => Situação !== 'Sem extrato');
  expect(fits).toMatchObject([
    { Diferença: '-1,01', 'Arredondamento até': '0,01', Situação: 'Não confere' },
    { Diferença: '5,00', 'Arredondamento até': '0,00', Situação: 'Não confere' },
  ]);
  expect(await exported({ state: 'differs' })).toEqual(fits);
  for (const { id } of statements) await remove(id);
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
  const edit = (terms: object[]) =>
    shop.call('editCardTerms', { token, body: { terms, holidays: [] } as never });
  expect((await edit([...terms, ...terms])).problem.code).toBe('unknown_payment_method');
  expect((await edit(terms)).body).toEqual({ terms, holidays: [] });
  expect((await shop.call('readCardTerms', { token })).body).toEqual({ terms, holidays: [] });

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
        ...{ day: '2026-03-09', state: 'differs', expected: 320.9, received: 320 },
        ...{ difference: -0.9, sales: 4 },
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
