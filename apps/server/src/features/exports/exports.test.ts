import { randomUUID } from 'node:crypto';
import type { ExportRequest } from '@balcao/contract/exports.ts';
import { cents } from '@balcao/domain/money.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { openBoxCounter } from '../../testing/box-counter.ts';
import { anOpenBox, closeBoxOf, setCashBox } from '../../testing/boxes.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSale,
  aSalePayload,
  aUser,
} from '../../testing/builders.ts';
import { anExchangeBody, aRefund, dateCorrection } from '../../testing/corrections.ts';
import { tokenOf } from '../../testing/counter.ts';
import { expectRefusal } from '../../testing/expect-refusal.ts';
import {
  centsOfText,
  exportedCsv,
  exportedText,
  exportedXlsx,
  requestExport,
} from '../../testing/exported.ts';
import { paperOf } from '../../testing/paper-of.ts';
import { correctPayments } from '../corrections/corrections.service.ts';
import { createExchange } from '../corrections/exchange.ts';

const counter = await openBoxCounter(afterAll);
const { shop, vera, client, pen, shirt, pix, cash, chief, admin } = counter;
const { db, pool } = shop.owner;
const DAYS = { startDate: '2026-03-02', endDate: '2026-03-31' };
const FORMULA = '=HYPERLINK("http://x";"1")';

/** March has discounts, change, a return, an exchange and a corrected payment; April one sale. */
beforeAll(async () => {
  await setCashBox(db, 'simple');
  const ana = await aUser(db, { name: 'Ângela; a "segunda"', admin: true });
  const odd = await aClient(db, { cpf: '00000000191', name: FORMULA });
  const at = (day: number, hour = 15) =>
    new Date(`2026-03-${String(day).padStart(2, '0')}T${hour}:00:00-03:00`);
  const sell = (day: number, seller = vera, quantity = 3) =>
    aSale(pool, {
      seller,
      client: day === 3 ? odd : client,
      items: [{ product: pen, quantity }, { product: shirt }],
      payments: [
        { method: pix, amount: cents(3000) },
        { method: cash, amount: cents(5000) },
      ],
      createdAt: at(day),
    });
  const first = await sell(2);
  await sell(3, ana);
  const third = await sell(4);
  await aRefund(db, { sale: first, maker: ana, units: [{ line: 1, quantity: 2 }], at: at(5) });
  const request = <B>(saleId: number, body: B) => ({
    ...{ actor: { ...vera, admin: true }, saleId, body },
    idempotencyKey: randomUUID(),
  });
  const { correction } = await createExchange(
    db,
    request(third.id, anExchangeBody(third, { items: [{ product: pen }], method: cash })),
  );
  await dateCorrection(db, correction, at(6));
  const payments = [{ method: 'Dinheiro', amount: 57.4 }];
  const other = await sell(7, ana);
  const replaced = request(other.id, { reason: 'Era tudo dinheiro', payments });
  await dateCorrection(db, await correctPayments(db, replaced), at(6));
  await aSale(pool, {
    seller: vera,
    client,
    items: [{ product: shirt }],
    payments: [{ method: pix, amount: cents(4990) }],
    createdAt: new Date('2026-04-01T00:00:00-03:00'),
  });
  // The discounts of a sale of now, for the sums of everything.
  const discounted = aSalePayload({
    client,
    items: [{ product: pen, quantity: 3 }, { product: shirt }, { product: pen }],
    payments: [{ method: cash, amount: cents(5890) }],
    generalDiscount: cents(100),
  });
  expect((await shop.call('createSale', { token: admin, body: discounted })).status).toBe(201);
});

const sumOf = (rows: Record<string, unknown>[], column: string) =>
  rows.reduce((sum, row) => sum + centsOfText(row[column]), 0);

test.each([{ days: DAYS }, { days: {} }])(
  'the sums of sales, of their items and of sellers are those of the paper: $days',
  async ({ days }) => {
    const paper = await paperOf(shop, admin, days);
    const sales = await exportedCsv(shop, admin, { list: 'sales', ...days });
    expect(sumOf(sales, 'Total')).toBe(paper.totalGeneral);
    expect(sumOf(sales, 'Subtotal')).toBe(paper.subtotal);
    for (const { method, amount } of paper.byMethod) expect(sumOf(sales, method)).toBe(amount);
    for (const row of sales) {
      const paid = ['Dinheiro', 'Pix', 'Troca'].map((method) => centsOfText(row[method]));
      expect(paid.reduce((sum, amount) => sum + amount, 0)).toBe(centsOfText(row.Total));
      const less = centsOfText(row.Subtotal) - centsOfText(row.Descontos);
      expect(less).toBe(centsOfText(row.Total));
    }

    const items = await exportedCsv(shop, admin, { list: 'sale_items', ...days });
    expect(sumOf(items, 'Total')).toBe(paper.totalGeneral);
    expect(sumOf(items, 'Subtotal')).toBe(paper.subtotal);

    const report = await exportedCsv(shop, admin, { list: 'report', ...days });
    const all = report.pop();
    expect(all).toMatchObject({ Vendedor: 'Todos os vendedores' });
    expect(report.map((row) => row.Vendedor)).toEqual(
      paper.groups.map(({ sellerName }) => sellerName),
    );
    for (const rows of [report, [all as object as Record<string, unknown>]]) {
      expect(sumOf(rows, 'Total')).toBe(paper.totalGeneral);
      expect(sumOf(rows, 'Vendido') - sumOf(rows, 'Devolvido')).toBe(paper.totalGeneral);
      expect(sumOf(rows, 'Subtotal')).toBe(paper.subtotal);
      for (const { method, amount } of paper.byMethod) expect(sumOf(rows, method)).toBe(amount);
    }
  },
);

test.each([
  DAYS,
  {},
  { ...DAYS, search: 'vera' },
  { find: '529.982.247-25', ...DAYS },
  { ...DAYS, products: 'pen' },
])('the audit and the header have the lines of the items of %o', async (filter) => {
  const products = 'products' in filter && { products: String(pen.id) };
  const mark = await lastAuditId(db);
  const request = { list: 'sale_items', ...filter, ...products } as const;
  const rows = await exportedCsv(shop, admin, request);
  const [{ after } = { after: null }] = await auditAfter(db, mark);
  expect(after).toMatchObject({ list: 'sale_items', rows: rows.length });
  expect(rows.length).toBeGreaterThan(3);
});

test('sales come oldest first, each with what puts it right as a row of its own', async () => {
  const rows = await exportedCsv(shop, admin, { list: 'sales', ...DAYS });
  expect(rows.map((row) => [row.Tipo, row.Data, row.Total, row.Dinheiro, row.Pix])).toEqual([
    ['Venda', '02/03/2026', '57,40', '27,40', '30,00'],
    ['Venda', '03/03/2026', '57,40', '27,40', '30,00'],
    ['Venda', '04/03/2026', '57,40', '27,40', '30,00'],
    ['Devolução', '05/03/2026', '-5,00', '', '-5,00'],
    ['Venda', '06/03/2026', '2,50', '', ''],
    ['Troca', '06/03/2026', '-2,50', '', ''],
    ['Correção de pagamento', '06/03/2026', '0,00', '30,00', '-30,00'],
    ['Venda', '07/03/2026', '57,40', '27,40', '30,00'],
  ]);
  expect(rows[0]).toMatchObject({
    Hora: '15:00',
    Vendedor: 'Vera',
    Cliente: 'Ana',
    Troco: '22,60',
  });
  const [, , third, back, bought, exchange] = rows;
  expect(back).toMatchObject({ 'Da venda nº': rows[0]?.Nº, Motivo: 'Não serviu' });
  expect(exchange).toMatchObject({ 'Da venda nº': third?.Nº, Troca: '-2,50' });
  expect(bought).toMatchObject({ 'Da venda nº': third?.Nº, Troca: '2,50' });
  const of = { list: 'sales', ...DAYS, search: 'vera', products: String(shirt.id) } as const;
  expect(await exportedCsv(shop, admin, of)).toHaveLength(4);
});

test('who is searched for is found with the returns, and is not in the audit', async () => {
  const before = await lastAuditId(db);
  const rows = await exportedCsv(shop, admin, { list: 'sales', find: '529.982.247-25', ...DAYS });
  expect(rows.map((row) => row.Tipo)).toEqual([
    ...['Venda', 'Venda', 'Devolução', 'Venda', 'Troca'],
    ...['Correção de pagamento', 'Venda'],
  ]);
  const [{ after } = { after: null }] = await auditAfter(db, before);
  expect(after).toEqual({ list: 'sales', format: 'csv', rows: 7, find: true, ...DAYS });
  // The returns of sales of an earlier day are in it.
  const later = { find: '529.982.247-25', startDate: '2026-03-05', endDate: '2026-03-06' };
  expect(
    (await exportedCsv(shop, admin, { list: 'sales', ...later })).map((row) => row.Tipo),
  ).toEqual(['Devolução', 'Venda', 'Troca', 'Correção de pagamento']);
  const nobody = { list: 'sales', find: 'Ninguém', ...DAYS } as const;
  expect(await exportedCsv(shop, admin, nobody)).toEqual([]);
  // As the scanner reads it from a receipt.
  const scanned = await exportedCsv(shop, admin, { list: 'sales', find: `V${rows[0]?.Nº}` });
  expect(scanned[0]).toEqual(expect.objectContaining({ Tipo: 'Venda', Nº: rows[0]?.Nº }));
});

test('a CSV is as a Brazilian Excel reads it, and none of its cells computes', async () => {
  const text = await exportedText(shop, admin, { list: 'sales', ...DAYS });
  expect(text.startsWith('\ufeffTipo;Nº;Data;')).toBe(true);
  expect(text.split('\r\n').at(-1)).toBe('');
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(text).toContain(`;"'${FORMULA.replaceAll('"', '""')}";000.000.001-91;`);
  expect(text).toContain('"Ângela; a ""segunda"""');
  const begins = ['+1', '-1', '@SUM(A1)', '\t=1', '=1'];
  for (const name of begins) await aProduct(db, { name: `${name}z`, price: cents(100) });
  const products = await exportedCsv(shop, admin, { list: 'products' });
  for (const name of begins) {
    expect(products.map((row) => row.Nome)).toContain(`'${name}z`);
  }
  const typed = await exportedXlsx(shop, admin, { list: 'products', search: '=1z' });
  expect(typed.map(({ Nome, Valor }) => ({ Nome, Valor }))).toContainEqual({
    Nome: '=1z',
    Valor: 1,
  });
});

test('an XLSX has money as numbers, days as dates, and everything else as text', async () => {
  const response = await requestExport(shop, admin, { list: 'sales', format: 'xlsx', ...DAYS });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': expect.stringContaining('"vendas 2026-03-02 a 2026-03-31.xlsx"'),
    'export-rows': '8',
    'cache-control': 'no-store',
  });
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  expect(sheets.map(({ name }) => name)).toEqual(['Vendas']);
  const [titles = [], first = [], second = []] = sheets[0]?.rows ?? [];
  const cell = (row: readonly unknown[], title: string) => row[titles.indexOf(title)];
  expect(cell(first, 'Total')).toBe(57.4);
  expect(cell(first, 'Data')).toEqual(new Date('2026-03-02T00:00:00Z'));
  expect(cell(first, 'CPF')).toBe('529.982.247-25');
  expect(cell(second, 'Cliente')).toBe(FORMULA);
});

test.each<[Omit<ExportRequest, 'format'>, string[]]>([
  [{ list: 'products', search: 'camiseta' }, ['20', 'Camiseta', '49,90', 'Sim', 'Não']],
  [
    { list: 'closings', ...DAYS },
    ['07/03/2026', 'Ângela; a "segunda"', '1', '1', '57,40', '0,00', '57,40', '57,40', '57,40'],
  ],
  [
    { list: 'audit', kind: 'box.closed', user: 'chefe' },
    ['Chefe', 'Fechou caixa', 'Dia: 07/03/2026; Versão: 1; Total: R$\u00a057,40; Vendas: 1'],
  ],
])('%o has the rows of its screen', async (request, cells) => {
  await shop.call('closeBox', {
    token: admin,
    body: {
      date: '2026-03-07',
      seller_id: (
        await db
          .selectFrom('users')
          .select('id')
          .where('name', 'like', 'Ângela%')
          .executeTakeFirstOrThrow()
      ).id,
    },
  });
  const [row = {}, ...others] = await exportedCsv(shop, admin, request);
  expect(others).toEqual([]);
  expect(Object.values(row)).toEqual(expect.arrayContaining(cells));
  const [typed = {}] = await exportedXlsx(shop, admin, request);
  expect(Object.keys(typed)).toEqual(Object.keys(row));
});

test('people are exported with their numbers, and the audit has not what was searched', async () => {
  const before = await lastAuditId(db);
  const clients = await exportedXlsx(shop, admin, { list: 'clients', search: 'ana' });
  expect(clients).toMatchObject([{ Nome: 'Ana', CPF: '529.982.247-25' }]);
  const students = await exportedXlsx(shop, admin, { list: 'students' });
  expect(students).toMatchObject([{ Nome: 'Bia', Matrícula: '20260000001' }]);
  expect((await auditAfter(db, before)).map(({ after }) => after)).toEqual([
    { list: 'clients', format: 'xlsx', rows: 1, search: true },
    { list: 'students', format: 'xlsx', rows: 1 },
  ]);
});

test('every export is in the audit before it leaves, without a CPF', async () => {
  const before = await lastAuditId(db);
  await exportedText(shop, admin, { list: 'sales', ...DAYS, search: 'vera 529.982.247-25' });
  const rows = await auditAfter(db, before);
  expect(rows).toMatchObject([
    {
      actor_id: chief.id,
      action: 'list.exported',
      after: { list: 'sales', format: 'csv', rows: 0, ...DAYS, search: 'vera …' },
    },
  ]);
});

test('a filter that the list does not have, a day that does not exist and a seller are refused', async () => {
  const send =
    (body: Partial<ExportRequest>, token = admin) =>
    () =>
      requestExport(shop, token, { list: 'products', format: 'csv', ...body });
  const wrongFilter = send({ startDate: '2026-03-01' });
  await expectRefusal(db, wrongFilter, { code: 'invalid_request', field: 'body/startDate' });
  // Half of a surrogate pair, which the audit could not keep.
  for (const field of ['search', 'user', 'method'] as const) {
    const halved = send({ list: field === 'user' ? 'audit' : 'entries', [field]: 'a\ud800' });
    await expectRefusal(db, halved, { code: 'invalid_request', field: `body/${field}` });
  }
  await expectRefusal(db, send({ list: 'sales', startDate: '2026-02-30' }), {
    code: 'invalid_day',
    field: 'body/startDate',
  });
  await expectRefusal(db, send({}, await tokenOf(shop, vera.login)), { code: 'not_allowed' });
});

test('the name of a payment method does not compute in the head of a CSV', async () => {
  const method = await aPaymentMethod(db, { name: FORMULA });
  await aSale(pool, {
    ...{ seller: vera, client, items: [{ product: pen }] },
    payments: [{ method, amount: cents(250) }],
    createdAt: new Date('2025-06-02T12:00:00-03:00'),
  });
  const june = { startDate: '2025-06-01', endDate: '2025-06-30' };
  const [head] = (await exportedText(shop, admin, { list: 'sales', ...june })).split('\r\n');
  expect(head).toContain(`;"'${FORMULA.replaceAll('"', '""')}";`);
});

test('an XLSX holds any stored text, and gives it back', async () => {
  await aProduct(db, { name: 'Fim_x000D_ de\ufffe\uffff linha_', price: cents(100) });
  const [row] = await exportedXlsx(shop, admin, { list: 'products', search: 'linha_' });
  expect(row?.Nome).toBe('Fim_x000D_ de\ufffd\ufffd linha_');
});

test('a seller renamed before a return has the name of the last sale, as on the paper', async () => {
  const rui = await aUser(db, { name: 'Rui' });
  const sale = await aSale(pool, {
    ...{ seller: rui, client, items: [{ product: pen, quantity: 2 }] },
    payments: [{ method: pix, amount: cents(500) }],
    createdAt: new Date('2025-07-02T12:00:00-03:00'),
  });
  const maker = { ...rui, name: 'Rui Melo' };
  const at = new Date('2025-07-03T12:00:00-03:00');
  await aRefund(db, { sale, maker, units: [{ line: 1, quantity: 1 }], at });
  const july = { startDate: '2025-07-01', endDate: '2025-07-31' };
  const rows = await exportedCsv(shop, admin, { list: 'report', ...july });
  expect(rows.map((row) => [row.Vendedor, row.Vendas, row.Devolvido, row.Total, row.Pix])).toEqual([
    ['Rui', '1', '2,50', '2,50', '2,50'],
    ['Todos os vendedores', '1', '2,50', '2,50', '2,50'],
  ]);
});

test('the columns of counted boxes are there if one was closed, and empty for a day', async () => {
  const rui = await aUser(db, { name: 'Rui Caixa' });
  const { id } = await anOpenBox(db, rui, { float: cents(5_000) });
  await closeBoxOf(db, rui);
  const rows = await exportedCsv(shop, admin, { list: 'closings' });
  const ofBox = (seller: string) => {
    const row = rows.find(({ Vendedor }) => Vendedor === seller);
    return ['Caixa nº', 'Fundo de troco', 'Sangrias', 'Diferença', 'Motivo da diferença'].map(
      (title) => row?.[title],
    );
  };
  expect(ofBox('Rui Caixa')).toEqual([`${id}`, '50,00', '0,00', '-50,00', 'Falta']);
  expect(ofBox('Ângela; a "segunda"')).toEqual(['', '', '', '', '']);
});
