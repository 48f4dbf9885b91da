import type { ProductSales } from '@balcao/contract/products/product-sales.ts';
import type { IncomePart } from '@balcao/domain/income.ts';
import { cents, centsOfSum, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { netLineTotals } from '@balcao/domain/refund-worth.ts';
import type { PercentHundredths } from '@balcao/domain/sale-total.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { aProduct, aSale, aStudent, aUser } from '../../testing/builders.ts';
import { aRefund } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { centsOfText, exportedCsv } from '../../testing/exported.ts';
import { paperOf } from '../../testing/paper-of.ts';
import { deleteSale } from '../sales/sales.service.ts';

type Paper = Awaited<ReturnType<typeof paperOf>>;

/** Units and centavos of each product by the domain, from the lists that the paper reads. */
function byDomain({ sales, corrections }: Paper): Map<number, [units: number, net: number]> {
  const sums = new Map<number, [number, number]>();
  const add = (id: number, units: number, amount: number) => {
    const [before = 0, net = 0] = sums.get(id) ?? [];
    sums.set(id, [before + units, net + amount]);
  };
  for (const sale of sales) {
    const totals = sale.products_data.map(({ total }) => centsOfSum(total));
    const nets = netLineTotals(totals, centsOfSum(sale.desc_general));
    for (const [at, { quantity, product_info }] of sale.products_data.entries()) {
      add(product_info.id, quantity, nets[at] ?? 0);
    }
  }
  for (const { items } of corrections) {
    for (const { quantity, total, product_info } of items) {
      add(product_info.id, -quantity, -centsOfSum(total));
    }
  }
  return sums;
}

const shownSums = ({ products }: ProductSales) =>
  new Map(
    products
      .filter(({ units, net }) => units !== 0 || net !== 0)
      .map(({ id, units, net }) => [id, [units, centsOfSum(net)]]),
  );

test('every product adds up to the period report, by seller, class and institution too', async () => {
  const counter = await openTestCounter(onTestFinished);
  const { shop, vera, pen, shirt, pix, cash, client, student } = counter;
  const { db, pool } = shop.owner;
  const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
  const token = await tokenOf(shop, chief.login);
  const joana = await aUser(db, { name: 'Joana' });
  const other = await aStudent(db, { class: '7º B' });
  await sql`UPDATE students SET class = '6º A' WHERE id = ${student.id}`.execute(db);
  const sell = (day: string, { seller = vera, off = 0, shirts = 1, bought = student } = {}) =>
    aSale(pool, {
      ...{ seller, client, student: bought },
      items: [
        { product: pen, quantity: 2 },
        { product: shirt, quantity: shirts, discountPercent: 1_000 as PercentHundredths },
      ],
      payments: [
        { method: pix, amount: cents(2_000) },
        { method: cash, amount: cents(5_000 * shirts) },
      ],
      generalDiscount: cents(off),
      createdAt: new Date(`${day}T10:30:00-03:00`),
    });
  const at = (day: string) => new Date(`${day}T15:00:00-03:00`);
  await sell('2026-03-02', { off: 333 });
  await sell('2025-03-31', { off: 7 });
  const gone = await sell('2026-03-03');
  const returned = await sell('2026-03-31', { seller: joana, shirts: 3, off: 101 });
  await deleteSale(db, chief, gone.id);
  const units = [{ line: 2, quantity: 2 }];
  await aRefund(db, { sale: returned, maker: vera, units, at: at('2026-04-01') });
  await sell('2026-04-30', { seller: joana, bought: other });

  const read = async (query: Record<string, string>) =>
    (await shop.call('readProductSales', { token, query: query as never })).body;
  const inReais = (amounts: number[]) => reaisFromCents(sumCents(amounts.map(centsOfSum)));
  for (const [startDate, endDate] of [
    ['2026-03-01', '2026-03-31'],
    ['2026-04-01', '2026-04-30'],
    ['2026-03-02', '2026-04-29'],
    ['2025-01-01', '2026-12-31'],
  ] as const) {
    const days = { startDate, endDate };
    const paper = await paperOf(shop, token, days);
    const all = await read(days);
    expect(shownSums(all)).toEqual(byDomain(paper));
    expect(all.total.net).toBe(reaisFromCents(paper.totalGeneral));
    expect(all.total.year_ago).toBe((await read(all.year_ago)).total.net);
    const parts = [];
    for (const { id, name } of all.sellers) {
      const own = await read({ ...days, seller: String(id) });
      expect(own.total.net).toBe(
        reaisFromCents(paper.groups.find(({ key }) => key === id)?.total ?? cents(0)),
      );
      expect(name).toMatch(/Vera|Joana/);
      parts.push(own.total.net);
    }
    expect(inReais(parts)).toBe(all.total.net);
    const ofClasses = [
      await read({ ...days, class: '6º A' }),
      await read({ ...days, class: '7º B' }),
    ];
    expect(inReais(ofClasses.map(({ total }) => total.net))).toBe(all.total.net);
  }

  // The institutions split it; a product of both is neither's alone.
  await sql`UPDATE products SET income = 'school' WHERE id = ${shirt.id}`.execute(db);
  const april = { startDate: '2026-04-01', endDate: '2026-04-30' };
  const [school, both, college] = [
    await read({ ...april, income: 'school' }),
    await read({ ...april, income: 'both' }),
    await read({ ...april, income: 'college' }),
  ];
  expect(school.products).toMatchObject([{ id: shirt.id, income: 'school' }]);
  expect(college.products).toEqual([]);
  expect(inReais([school.total.net, both.total.net])).toBe((await read(april)).total.net);
  const { incomes } = (await shop.call('readDashboard', { token, query: april })).body;
  expect(incomes).toMatchObject([
    { income: 'school', units: school.total.units, net: school.total.net },
    { income: null, units: both.total.units, net: both.total.net },
  ]);
  for (const [income, { total }] of Object.entries({ school, both, college })) {
    const of = { ...april, income: income as IncomePart };
    const entries = (await shop.call('listEntries', { token, query: of })).body;
    expect(entries.sums).toMatchObject({ net: total.net, methods: null });
    const rows = await exportedCsv(shop, token, { list: 'entries', ...of });
    expect(sumCents(rows.map(({ Valor }) => cents(centsOfText(Valor))))).toBe(
      centsOfSum(total.net),
    );
  }
  const paid = { ...april, income: 'school', method: 'Pix' } as const;
  expect((await shop.call('listEntries', { token, query: paid })).problem.code).toBe(
    'invalid_request',
  );
  const filed = async (list: 'report' | 'sale_items') =>
    exportedCsv(shop, token, { list, ...april });
  const report = await filed('report');
  for (const row of report) {
    const parts = ['Faculdade', 'Colégio', 'Ambas'].map((word) => row[`Receita: ${word}`]);
    expect(sumCents(parts.map((part) => cents(centsOfText(part))))).toBe(centsOfText(row.Total));
  }
  const items = await filed('sale_items');
  for (const [word, { total }] of Object.entries({ Colégio: school, Ambas: both })) {
    const own = items.filter((row) => row['Receita de'] === word);
    expect(sumCents(own.map(({ Total }) => cents(centsOfText(Total))))).toBe(centsOfSum(total.net));
    expect(centsOfText(report.at(-1)?.[`Receita: ${word}`])).toBe(centsOfSum(total.net));
  }
  const file = await exportedCsv(shop, token, { list: 'product_sales', ...april });
  expect(file.map((row) => [row.Código, row['Receita de'], row['Qtd.']])).toEqual([
    ['10', 'Ambas', '2'],
    ['20', 'Colégio', '-1'],
  ]);

  // A product's months are those of the list.
  const { body } = await shop.call('readProductMonths', {
    token,
    id: shirt.id,
    query: { endDate: '2026-04-15' },
  });
  expect(body.months).toHaveLength(24);
  const moved = body.months.filter(({ units, net }) => units !== 0 || net !== 0);
  expect(moved).toHaveLength(3);
  for (const month of moved) {
    const { products } = await read({ startDate: month.startDate, endDate: month.endDate });
    const { units: sold = 0, net = 0 } = products.find(({ id }) => id === shirt.id) ?? {};
    expect(month).toMatchObject({ units: sold, net });
  }
  expect(body.months.at(-1)).toMatchObject({ startDate: '2026-04-01', units: -1 });
});

test('a product that is deleted stays in what was sold; an unknown one has no months', async () => {
  const { shop, pen, pix, client, vera } = await openTestCounter(onTestFinished);
  const { db, pool } = shop.owner;
  const chief = await aUser(db, { login: 'chefe', admin: true });
  const token = await tokenOf(shop, chief.login);
  await aSale(pool, {
    ...{ seller: vera, client, items: [{ product: pen }] },
    payments: [{ method: pix, amount: cents(250) }],
    createdAt: new Date('2026-05-02T12:00:00-03:00'),
  });
  await shop.call('deleteProduct', { token, id: pen.id });
  await aProduct(db);
  const query = { startDate: '2026-05-02', endDate: '2026-05-02' };
  const { body } = await shop.call('readProductSales', { token, query });
  expect(body.products).toMatchObject([{ id: pen.id, units: 1, net: 2.5 }]);
  const months = await shop.call('readProductMonths', {
    token,
    id: 999_999,
    query: { endDate: '2026-05-02' },
  });
  expect(months.problem).toMatchObject({ status: 404, code: 'not_found' });
  const backwards = { startDate: '2026-05-02', endDate: '2026-05-01' };
  const refused = await shop.call('readProductSales', { token, query: backwards });
  expect(refused.problem).toMatchObject({ status: 400, code: 'invalid_request' });
});
