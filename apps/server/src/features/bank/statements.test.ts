import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import { afterAll, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aSale, aUser, saleParts } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
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
/** Of an account without a statement of a day nothing is said of that day. */
const removeAll = async () => {
  for (const { id } of (await shop.call('listStatements', { token })).body) await remove(id);
};
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

async function sold(day: string, time: string, amount: number) {
  const { items } = await saleParts(db, { price: cents(amount) });
  const key = randomUUID();
  const payments = [{ method: pix, amount: cents(amount) }];
  const createdAt = new Date(`${day}T${time}:00-03:00`);
  const sale = await aSale(pool, { seller: vera, client, items, payments, createdAt, key });
  return { ...sale, txid: pixTxid(key, 1) };
}

test('a line stays as long as one statement has it, with its join and its mark', async () => {
  const day = '2026-03-02';
  const [one, other] = [await sold(day, '10:00', 100), await sold(day, '11:00', 200)];
  const lines = [aLine({ amount: 1, time: '10:00' }), aLine({ amount: 2, time: '11:00' })];
  const part = await added(inDay(day, ...lines));
  const whole = await added({ ...inDay(day, ...lines), to: '2026-03-09' });
  expect(whole).toMatchObject({ id: expect.any(Number), added: 0, matched: 0 });
  const apart = (await compare(day)).results[1]?.line?.id;
  await shop.call('matchLine', { token, params: { id: `${apart}` }, body: { payment: null } });
  const before = await states(day);
  expect(before).toEqual([
    ['found', one.id, 1, 'amount'],
    ['missing', other.id, null, null],
    ['unknown', null, 2, null],
  ]);
  const list = (await shop.call('listStatements', { token })).body;
  expect(list.map(({ lines }) => lines)).toEqual([2, 2]);

  await remove(part.id);
  expect(await states(day)).toEqual(before);
  // The mark stays too: nothing joins what a person has taken apart.
  expect(await added(inDay(day, ...lines))).toMatchObject({ added: 0, matched: 0 });
  const again = (await shop.call('listStatements', { token })).body[0];
  await remove(again?.id ?? 0);
  await remove(whole.id);
  expect(await states(day)).toEqual([
    ['uncovered', one.id, null, null],
    ['uncovered', other.id, null, null],
  ]);
});

test('OFX first and CSV later are one, though capitals, accents, columns, times and texts differ', async () => {
  const day = '2026-03-10';
  const ofx = [
    aLine({ amount: 42, time: null, memo: 'PIX QRS MARIA DAS DOR' }),
    aLine({ amount: 42, time: null, memo: 'PIX QRS JOAO' }),
    aLine({ amount: 18, time: null, memo: 'PIX TRANSF' }),
  ];
  const csv = [
    aLine({ amount: 42, time: '09:10', memo: 'Pix recebido - João Lima' }),
    aLine({ amount: 18, time: '09:20', memo: 'Transferência recebida' }),
    aLine({ amount: 42, time: '15:00', memo: 'Pix recebido - Maria das Dores' }),
    // A third one of that day, which only the later file has.
    aLine({ amount: 42, time: '18:00', memo: 'Pix recebido - Rui' }),
  ];
  expect(await added(inDay(day, ...ofx))).toMatchObject({ added: 3 });
  expect(await added(inDay(day, ...csv))).toMatchObject({ added: 1, in_doubt: [] });
  expect(await added(inDay(day, ...ofx))).toMatchObject({ id: null, added: 0 });
  // Each of the two files is a statement, and has what both have.
  const [csvRead, ofxRead] = (await shop.call('listStatements', { token })).body;
  expect([csvRead?.lines, ofxRead?.lines]).toEqual([4, 3]);
  const { results } = await compare(day);
  expect(results.map(({ line }) => [line?.time, line?.amount, line?.memo])).toEqual([
    ['09:10', 42, 'PIX QRS J.'],
    ['09:20', 18, 'PIX TRANSF'],
    ['15:00', 42, 'PIX QRS M. D.'],
    ['18:00', 42, 'Pix recebido R.'],
  ]);
});

test('of a line that may be another movement somebody decides, and before nothing is kept', async () => {
  const day = '2026-03-11';
  await added(inDay(day, aLine({ amount: 42, time: '09:00', memo: 'PIX ANA' })));
  const later = inDay(day, aLine({ amount: 42, time: '17:00', memo: 'PIX RUI' }));
  const asked = await added(later);
  expect(asked).toEqual({
    ...{ id: null, added: 0, matched: 0 },
    in_doubt: [{ line: 0, known: { day, time: '09:00', amount: 42, memo: 'PIX A.' } }],
  });
  expect(await states(day)).toHaveLength(1);
  const same = { decided: [{ line: 0, is_another: false }] };
  const kept = await added({ ...later, ...same });
  expect(kept).toMatchObject({ added: 0, in_doubt: [] });
  // The same file again asks nothing again, and is no second statement.
  expect(await added(later)).toEqual({ id: null, in_doubt: [], added: 0, matched: 0 });
  await remove(kept.id);
  const another = { decided: [{ line: 0, is_another: true }] };
  expect(await added({ ...later, ...another })).toMatchObject({ added: 1 });
  expect(await states(day)).toHaveLength(2);
  // Both files again ask nothing.
  expect(await added(later)).toMatchObject({ added: 0, in_doubt: [] });
});

test('accounts are counted apart, but the network’s identifier is of one movement wherever it is read', async () => {
  const day = '2026-03-12';
  const line = aLine({ amount: 42, memo: 'PIX' });
  const named = aLine({ amount: 43, end_to_end: 'E60701190202603121722DY5AB1C2D3E' });
  expect(await added({ ...inDay(day, line, named), account: 'Itaú' })).toMatchObject({ added: 2 });
  expect(await added({ ...inDay(day, line, named), account: 'Caixa' })).toMatchObject({ added: 1 });
  const [newest] = (await shop.call('listStatements', { token })).body;
  expect(newest).toMatchObject({ account: 'Caixa', lines: 2 });
  await removeAll();
});

test('an identifier that another file brings corrects what was found by amount alone', async () => {
  const day = '2026-03-13';
  const [early, late] = [await sold(day, '09:00', 4200), await sold(day, '10:00', 4200)];
  await added(inDay(day, aLine({ amount: 42, time: null })));
  expect(await states(day)).toEqual([
    ['found', early.id, 42, 'amount'],
    ['missing', late.id, null, null],
  ]);
  await added(inDay(day, aLine({ amount: 42, time: null, txid: late.txid })));
  expect(await states(day)).toEqual([
    ['missing', early.id, null, null],
    ['found', late.id, 42, 'txid'],
  ]);
});

test('a reversal or a fee that came back is counted apart and is no payment of a sale', async () => {
  const day = '2026-03-16';
  const sale = await sold(day, '10:00', 28_950);
  const { id } = await added(
    inDay(
      day,
      aLine({ amount: 289.5, time: '10:00', memo: 'DEV PIX ENVIADO', txid: sale.txid }),
      aLine({ amount: 1.8, kind: 'reversal', memo: 'ESTORNO TARIFA' }),
    ),
  );
  expect(await states(day)).toEqual([
    ['missing', sale.id, null, null],
    ['reversal', null, 289.5, null],
    ['reversal', null, 1.8, null],
  ]);
  const { sums } = await compare(day);
  expect(sums.find(({ state }) => state === 'reversal')).toMatchObject({ count: 2, bank: 291.3 });
  // It cannot be joined by hand either.
  const line = (await compare(day)).results[1]?.line?.id;
  const payment = { sale: sale.id, correction: null, line: 1 };
  const join = { token, params: { id: `${line}` }, body: { payment } };
  expect((await shop.call('matchLine', join)).status).toBe(404);
  await remove(id);
});

test('what an earlier version joined to a sale is a reversal once a file says so', async () => {
  const day = '2026-03-18';
  const sale = await sold(day, '10:00', 28_950);
  const pix = aLine({ amount: 289.5, time: null, memo: 'D. PIX' });
  await added(inDay(day, pix));
  expect(await states(day)).toEqual([['found', sale.id, 289.5, 'amount']]);
  const told = inDay(day, { ...pix, kind: 'reversal', memo: 'DEV PIX' });
  const { in_doubt } = await added(told);
  expect(in_doubt.map(({ known }) => known.memo)).toEqual(['D. PIX']);
  await added({ ...told, decided: [{ line: 0, is_another: false }] });
  expect(await states(day)).toEqual([
    ['reversal', null, 289.5, null],
    ['missing', sale.id, null, null],
  ]);
  expect(await added(told)).toMatchObject({ added: 0, in_doubt: [] });
});

test('of equal amounts the line of the same kind is the same, and not the one with the same time', async () => {
  const day = '2026-03-19';
  const pix = aLine({ amount: 30, time: '10:00', memo: 'PIX ANA' });
  await added(inDay(day, pix));
  const back = { ...pix, kind: 'reversal' as const, memo: 'DEV PIX A.' };
  const later = inDay(day, back, { ...pix, time: null, memo: 'Pix recebido' });
  expect(await added(later)).toMatchObject({ added: 1, in_doubt: [] });
  expect((await states(day)).map(([state]) => state).sort()).toEqual(['reversal', 'unknown']);
});

test('an identifier that another line brings takes its payment back from a guess, not from a person', async () => {
  const day = '2026-03-24';
  const [one, other] = [await sold(day, '09:00', 5100), await sold(day, '10:00', 5100)];
  await added(inDay(day, aLine({ amount: 51, time: '10:01', memo: 'PIX ANA' })));
  expect(await states(day)).toEqual([
    ['missing', one.id, null, null],
    ['found', other.id, 51, 'amount'],
  ]);
  // The payment of 10:00 came later: what was taken for it was the one of 9:00.
  const exact = aLine({ amount: 51, time: '10:40', memo: 'PIX RUI', txid: other.txid });
  const decided = [{ line: 0, is_another: true }];
  expect(await added({ ...inDay(day, exact), decided })).toMatchObject({ added: 1, matched: 2 });
  expect(await states(day)).toEqual([
    ['found', one.id, 51, 'amount'],
    ['found', other.id, 51, 'txid'],
  ]);

  const third = await sold(day, '12:00', 900);
  await added(inDay(day, aLine({ amount: 8, time: '12:00', memo: 'PIX IVO' })));
  const line = (await compare(day)).results.find(({ state }) => state === 'unknown')?.line?.id;
  const payment = { sale: third.id, correction: null, line: 1 };
  await shop.call('matchLine', { token, params: { id: `${line}` }, body: { payment } });
  await added(inDay(day, aLine({ amount: 9, time: '12:01', memo: 'PIX EVA', txid: third.txid })));
  expect((await states(day)).slice(2)).toEqual([
    ['differs', third.id, 8, 'hand'],
    ['unknown', null, 9, null],
  ]);
});

test('a day is covered only if every account that Pix come to has a statement of it', async () => {
  await removeAll();
  const [day, next, last] = ['2026-07-06', '2026-07-07', '2026-07-08'] as const;
  const sales = [await sold(day, '10:00', 700), await sold(next, '10:00', 800)];
  const read = async (
    account: string,
    from: string,
    to: string,
    lines: ReturnType<typeof aLine>[],
  ) => added({ account, from, to, lines });
  await read('Um', day, last, [aLine({ day: last, amount: 50.5 })]);
  const missing = async () => [...(await states(day)), ...(await states(next))].map(([of]) => of);
  expect(await missing()).toEqual(['missing', 'missing']);
  const ofOther = await read('Outro', next, last, [aLine({ day: last, amount: 50.6 })]);
  expect(await missing()).toEqual(['uncovered', 'missing']);
  // One to which cards alone come, or whose Pix are of another season, says nothing of these days.
  await read('Cartões', last, last, [aLine({ day: last, amount: 9, kind: 'card' })]);
  await read('Antiga', '2026-02-01', '2026-02-02', [aLine({ day: '2026-02-01', amount: 50.7 })]);
  expect(await missing()).toEqual(['uncovered', 'missing']);
  await remove(ofOther.id);
  expect(await missing()).toEqual(['missing', 'missing']);
  expect(sales).toHaveLength(2);
  await removeAll();
});

test('the audit has what went with a statement', async () => {
  const day = '2026-03-25';
  const [one, two] = [aLine({ amount: 10 }), aLine({ amount: 20.5 })];
  await added({ ...inDay(day, one), account: 'Caixa' });
  const { id } = await added({ ...inDay(day, one, two), account: 'Caixa' });
  const mark = await lastAuditId(db);
  await remove(id);
  expect((await auditAfter(db, mark))[0]?.before).toEqual({
    ...{ from: day, to: day, account: 'Caixa', lines: 2, removed: 1, amount: 20.5 },
  });
});

test('a statement without a word of who says that its lines came is refused, and a person’s word is in the audit', async () => {
  const { direction: _, ...silent } = aStatement();
  const answer = await shop.call('addStatement', { token, body: silent as never });
  expect([answer.status, answer.problem.field]).toEqual([400, 'body/direction']);
  const mark = await lastAuditId(db);
  await added({ ...inDay('2026-03-17', aLine()), direction: 'person', account: 'Itaú' });
  expect((await auditAfter(db, mark))[0]?.after).toMatchObject({
    ...{ direction: 'person', account: 'Itaú' },
  });
  await removeAll();
});
