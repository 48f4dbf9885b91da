import { INCOME_PARTS, type Income, type IncomePart, incomeWord } from '@balcao/domain/income.ts';
import { type Cents, cents, sumCents, ZERO } from '@balcao/domain/money.ts';
import { periodReport, type ReportedSale, shownSeller } from '@balcao/domain/period-report.ts';
import { incomesOfProducts } from '../products/products.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, decimal, integer, tableOf, text } from './file/table.ts';
import { methodColumns } from './method-columns.ts';
import { REPORT_FILTERS, readSaleRows } from './read-sale-rows.ts';
import type { SaleRow } from './sale-rows.ts';

/** The sums of one seller in the period report. */
type SellerSums = ReportedSale & {
  sales: number;
  sold: Cents;
  returned: Cents;
  /** What the products of each institution have of the total. */
  incomes: Record<IncomePart, Cents>;
};

type Incomes = ReadonlyMap<number, Income>;

const columns: Column<SellerSums>[] = [
  text('Vendedor', ({ sellerName }) => shownSeller(sellerName)),
  integer('Vendas', ({ sales }) => sales),
  decimal('Subtotal', ({ subtotal }) => subtotal),
  decimal('Vendido', ({ sold }) => sold),
  decimal('Devolvido', ({ returned }) => returned),
  decimal('Total', ({ totalGeneral }) => totalGeneral),
];

const incomeColumns = INCOME_PARTS.map(
  (part): Column<SellerSums> =>
    decimal(
      `Receita: ${incomeWord(part === 'both' ? null : part)}`,
      ({ incomes }) => incomes[part],
    ),
);

/** The sums of the period report: a row a seller, and one of all. */
export const reportList: ExportedList = {
  title: 'Fechamento do período',
  filters: REPORT_FILTERS,
  open: async (db, filter, viewer) => {
    const incomes = await incomesOfProducts(db);
    const { rows } = await readSaleRows(db, filter, viewer);
    const { sales, corrections } = await sumsOfSellers(rows, incomes);
    const { byMethod } = periodReport(sales, corrections);
    const sums = oneOfEach(sales, corrections);
    const all = { ...sumOf(sums), sellerName: 'Todos os vendedores', payments: byMethod };
    const methods = methodColumns<SellerSums>(
      sums.flatMap(({ payments }) => payments.map(({ method }) => method)),
      ({ payments }) => payments,
    );
    return tableOf([...columns, ...(incomes.size > 0 ? incomeColumns : []), ...methods], {
      count: sums.length,
      rows: sums.length > 0 ? [...sums, all] : [],
    });
  },
};

const ROWS_AT_ONCE = 1_000;

/**
 * One row of each seller's sales, and one of their corrections: a renamed seller has the name of a sale. All
 * sales of a period need not fit in memory.
 */
async function sumsOfSellers(rows: AsyncIterable<SaleRow> | Iterable<SaleRow>, incomes: Incomes) {
  const read = { sales: [] as SellerSums[], corrections: [] as SellerSums[] };
  for await (const row of rows) {
    const kind = isSale(row) ? 'sales' : 'corrections';
    read[kind].push(asSums(row, incomes));
    if (read[kind].length >= ROWS_AT_ONCE) read[kind] = oneOfEach(read[kind]);
  }
  return { sales: oneOfEach(read.sales), corrections: oneOfEach(read.corrections) };
}

const isSale = ({ type }: SaleRow) => type === 'Venda';

function asSums(row: SaleRow, incomes: Incomes): SellerSums {
  const { sellerId, sellerName, subtotal, totalGeneral, payments, change } = row;
  return {
    ...{ sellerId, sellerName, subtotal, totalGeneral, payments, change },
    sales: isSale(row) ? 1 : 0,
    sold: isSale(row) ? totalGeneral : ZERO,
    returned: isSale(row) ? ZERO : cents(-totalGeneral),
    incomes: byPart((part) =>
      sumCents(
        row.items
          .filter(({ product }) => (incomes.get(product) ?? 'both') === part)
          .map(({ total }) => total),
      ),
    ),
  };
}

/** As the period report groups them. */
function oneOfEach(
  sales: readonly SellerSums[],
  corrections: readonly SellerSums[] = [],
): SellerSums[] {
  return periodReport(sales, corrections).groups.map(({ rows, sellerName, byMethod }) => ({
    ...sumOf(rows),
    sellerName,
    payments: byMethod,
  }));
}

function sumOf(rows: readonly SellerSums[]): SellerSums {
  const sum = (amountOf: (row: SellerSums) => Cents) => sumCents(rows.map(amountOf));
  return {
    ...(rows.at(-1) as SellerSums),
    sales: rows.reduce((sales, row) => sales + row.sales, 0),
    subtotal: sum((row) => row.subtotal),
    totalGeneral: sum((row) => row.totalGeneral),
    sold: sum((row) => row.sold),
    returned: sum((row) => row.returned),
    incomes: byPart((part) => sum((row) => row.incomes[part])),
  };
}

const byPart = (amountOf: (part: IncomePart) => Cents) =>
  Object.fromEntries(INCOME_PARTS.map((part) => [part, amountOf(part)])) as Record<
    IncomePart,
    Cents
  >;
