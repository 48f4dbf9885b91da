import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { matterInWords } from '@balcao/domain/month/month.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aClient, aSale, aUser, saleParts } from '../../testing/builders.ts';
import { aRefundBody, storedSale } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { exportedCsv } from '../../testing/exported.ts';
import { aStatementLine as aLine, aStatement } from '../../testing/valid-bank-calls.ts';

const { shop, vera, client, pix } = await openTestCounter(afterAll);
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
const token = await tokenOf(shop, chief.login);

type Body = ReturnType<typeof aStatement> & {
  decided?: { line: number; is_another: boolean }[];
};
const add = (body: Partial<Body>) =>
  shop.call('addStatement', { token, body: { ...aStatement(), ...body } });
const added = async (body: Partial<Body>) => (await add(body)).body;
const remove = (id: number | null) =>
  shop.call('deleteStatement', { token, params: { id: `${id}` } });
/** Each test has a day of its own. */
const compare = async (day: string) => {
  const query = { startDate: day, endDate: day, page_size: '100' };
  return (await shop.call('comparePix', { token, query })).body;
};
const states = async (day: string) =>
  (await compare(day)).results.map(({ state, payment, line }) => [
    ...[state, payment?.sale ?? null, line?.amount ?? null],
    line?.how ?? null,
  ]);
const inDay = (day: string, ...lines: ReturnType<typeof aLine>[]) => ({
  ...{ from: day, to: day },
  lines: lines.map((line) => ({ ...line, day })),
});

async function sold(day: string, time: string, amount: number, to = client) {
  const { items } = await saleParts(db, { price: cents(amount) });
  const key = randomUUID();
  const payments = [{ method: pix, amount: cents(amount) }];
  const createdAt = new Date(`${day}T${time}:00-03:00`);
  const sale = await aSale(pool, { seller: vera, client: to, items, payments, createdAt, key });
  return sale;
}

test('a line that is not the shop’s is put away with a word, counted apart, and taken back', async () => {
  const day = '2026-03-26';
  const sale = await sold(day, '10:00', 1200);
  await added(
    inDay(day, aLine({ amount: 500, time: '09:00' }), aLine({ amount: 12, time: '10:00' })),
  );
  const line = (await compare(day)).results.find(({ state }) => state === 'unknown')?.line?.id;
  const put = (word: string | null, id = line) =>
    shop.call('setNotOurs', { token, params: { id: `${id}` }, body: { word } });
  const mark = await lastAuditId(db);
  expect((await put(' Aluguel  da quadra ')).body).toMatchObject({ not_ours: 'Aluguel da quadra' });
  await put('Aluguel da quadra');
  const { sums, results } = await compare(day);
  expect(sums.find(({ state }) => state === 'not_ours')).toMatchObject({ count: 1, bank: 500 });
  expect(results.map(({ state, line }) => [state, line?.not_ours ?? null])).toEqual([
    ['not_ours', 'Aluguel da quadra'],
    ['found', null],
  ]);
  // Of its day and amount, and yet no payment of a sale that is recorded later.
  await sold(day, '09:00', 50_000);
  await added({ ...inDay(day, aLine({ amount: 1 })), to: '2026-03-27' });
  expect(await states(day)).toContainEqual(['not_ours', null, 500, null]);
  expect((await put(null)).body.not_ours).toBeNull();
  expect((await auditAfter(db, mark)).filter(({ action }) => /line/.test(action))).toMatchObject([
    { action: 'bank.line_put_aside', subject_id: line, after: { date: day, amount: 500 } },
    { action: 'bank.line_put_back', subject_id: line },
  ]);
  expect(JSON.stringify(await auditAfter(db, mark))).not.toContain('quadra');
  const found = results.find(({ payment }) => payment?.sale === sale.id)?.line?.id;
  expect((await put('Outra coisa', found)).problem.code).toBe('line_matched');
  expect((await put('Outra coisa', 999_999)).problem.code).toBe('not_found');
  // Joined by hand, it is the shop's.
  await put('Engano');
  await shop.call('matchLine', {
    ...{ token, params: { id: `${line}` } },
    body: { payment: { sale: sale.id + 1, correction: null, line: 1 } },
  });
  expect((await states(day))[0]).toEqual(['found', sale.id + 1, 500, 'hand']);
});

test('a line is offered what it may be: no sale of a later day, and the likeliest first', async () => {
  const maria = await aClient(db, { name: 'Maria das Dores Silva' });
  const rui = await aClient(db, { name: 'Rui Prado' });
  const of = (day: string, to = maria, amount = 700) => sold(`2026-06-${day}`, '09:00', amount, to);
  await of('15');
  await of('06');
  const otherAmount = await of('14', maria, 800);
  const otherUncovered = await of('13', rui);
  const otherOlder = await of('10', rui);
  const other = await of('14', rui);
  const uncovered = await of('12');
  const likeliest = await of('14');
  await added(inDay('2026-06-10', aLine()));
  const memo = 'PIX RECEBIDO MARIA D SILVA';
  await added(inDay('2026-06-14', aLine({ amount: 7, time: '18:00', memo })));
  const row = (await compare('2026-06-14')).results.find(({ line }) => line?.amount === 7);
  const params = { id: `${row?.line?.id}` };
  const joinable = (await shop.call('listJoinable', { token, params })).body;
  expect(joinable.map(({ sale }) => sale)).toEqual(
    [likeliest, uncovered, other, otherOlder, otherUncovered, otherAmount].map(({ id }) => id),
  );
});

test('what the shop gave back by Pix is found among what went out: paid, missing, twice, or no return', async () => {
  const day = '2026-08-03';
  const given = async (amount: number, on = day) => {
    const sale = await sold('2026-08-02', '10:00', amount);
    const body = aRefundBody(await storedSale(db, sale.id));
    const headers = { 'idempotency-key': randomUUID() };
    const params = { id: `${sale.id}` };
    const { body: made } = await shop.call('createRefund', { token, params, body, headers });
    const at = `${on}T11:00:00-03:00`;
    await sql`UPDATE corrections SET created_at = ${at} WHERE id = ${made.id}`.execute(db);
    return { sale: sale.id, correction: made.id, line: 1 };
  };
  const paid = await given(3000);
  const never = await given(4000);
  const byHand = await given(5000);
  const late = await given(6000, '2026-08-12');
  const returns = async () => {
    const query = { startDate: day, endDate: '2026-08-31', page_size: '100' };
    return (await shop.call('compareReturns', { token, query })).body;
  };
  const rows = async () =>
    (await returns()).results.map(({ state, payment, line }) => [
      ...[state, payment?.correction ?? null, line?.amount ?? null],
    ]);
  const sent = (amount: number, on: string, memo = 'PIX ENVIADO ANA') =>
    aLine({ kind: 'sent', amount, day: on, time: null, memo });
  const lines = [
    sent(30, '2026-08-04', 'DEV PIX ANA'),
    sent(30, '2026-08-05'),
    sent(48, '2026-08-05', 'PIX ENVIADO RUI'),
    sent(900, '2026-08-06', 'PIX ENVIADO LUA'),
    // Money that came is another movement, though day and amount are the same.
    aLine({ amount: 900, day: '2026-08-06', time: null, memo: 'PIX RECEBIDO LUA' }),
  ];
  const statement = { from: day, to: '2026-08-10', lines };
  // A file without what went out says nothing of returns.
  const silent = await added({ ...statement, lines: lines.slice(4), shows_sent: false });
  expect((await rows()).map(([state]) => state)).toEqual(Array(4).fill('uncovered'));
  expect(await added(statement)).toMatchObject({ added: 4, matched: 1 });
  await remove(silent.id);
  expect(await rows()).toEqual([
    ['found', paid.correction, 30],
    ['missing', never.correction, null],
    ['missing', byHand.correction, null],
    ['double', null, 30],
    ['unknown', null, 48],
    ['unknown', null, 900],
    ['uncovered', late.correction, null],
  ]);
  const open = async () => {
    const month = await shop.call('readMonth', { token, params: { month: '2026-08' } });
    return month.body.open
      .filter(({ kind }) => /^returns/.test(kind))
      .map((matter) => [matterInWords(matter), matter.amount]);
  };
  expect(await open()).toEqual([
    ['Devoluções em Pix: falta no banco (2)', 90],
    ['Pix que saiu sem devolução registrada (2)', -948],
    ['Devoluções em Pix: talvez em dobro (1)', -30],
  ]);
  const idOf = async (amount: number) =>
    `${(await returns()).results.find(({ line }) => line?.amount === amount)?.line?.id}`;
  const params = { id: await idOf(48) };
  const joinable = (await shop.call('listJoinable', { token, params })).body;
  expect(joinable.map(({ correction, client }) => [correction, client])).toEqual([
    [byHand.correction, 'A.'],
    [never.correction, 'A.'],
  ]);
  expect((await shop.call('matchLine', { token, params, body: { payment: byHand } })).status).toBe(
    200,
  );
  // A payment of a sale is no return.
  const wrong = { payment: { sale: never.sale, correction: null, line: 1 } };
  const asSale = await shop.call('matchLine', {
    token,
    params: { id: await idOf(900) },
    body: wrong,
  });
  expect(asSale.problem.code).toBe('unknown_payment');
  await shop.call('setNotOurs', {
    ...{ token, params: { id: await idOf(900) } },
    body: { word: 'Papelaria' },
  });
  expect((await rows()).map(([state]) => state)).toEqual(
    'found missing differs double not_ours uncovered'.split(' '),
  );
  const { sums } = await returns();
  expect(sums.find(({ state }) => state === 'missing')).toMatchObject({
    count: 1,
    shop: 40,
    bank: 0,
  });
  // The Pix of sales are compared without them.
  const query = { startDate: day, endDate: '2026-08-31', page_size: '100' };
  const { results } = (await shop.call('comparePix', { token, query })).body;
  expect(results.map(({ state, line }) => [state, line?.amount])).toEqual([['unknown', 900]]);
  // What was joined or put away is open no more.
  expect(await open()).toEqual([
    ['Devoluções em Pix: falta no banco (1)', 40],
    ['Devoluções em Pix: talvez em dobro (1)', -30],
  ]);
  const [exported] = await exportedCsv(shop, token, {
    ...{ list: 'bank_returns', startDate: day, endDate: '2026-08-31' },
  });
  expect(exported).toMatchObject({
    ...{ Situação: 'Devolvido', Banco: '30,00', 'Ligada por': 'valor e dia' },
  });
  expect(await added(statement)).toMatchObject({ added: 0, in_doubt: [] });
});
