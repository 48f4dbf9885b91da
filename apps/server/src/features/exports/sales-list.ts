import { formatCpf } from '@balcao/domain/cpf.ts';
import { businessDayOf, formatTime } from '@balcao/domain/dates/business-day.ts';
import { incomeWord } from '@balcao/domain/income.ts';
import { type Cents, subtractCents } from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { periodOf } from '../../request/business-period.ts';
import { incomesOfProducts } from '../products/products.service.ts';
import type { ExportedList } from './exported-list.ts';
import { methodsOfPeriod } from './exports.repository.ts';
import { type Column, day, decimal, integer, tableOf, text } from './file/table.ts';
import { methodColumns } from './method-columns.ts';
import { readSaleRows, SALE_FILTERS } from './read-sale-rows.ts';
import type { ItemRow, SaleRow } from './sale-rows.ts';

type Head = Omit<SaleRow, 'items' | 'subtotal'>;

const head: Column<Head>[] = [
  text('Tipo', ({ type }) => type),
  integer('Nº', ({ id }) => id),
  day('Data', ({ at }) => businessDayOf(at)),
  text('Hora', ({ at }) => formatTime(at)),
  integer('Da venda nº', ({ of }) => of),
  text('Vendedor', ({ sellerName }) => shownSeller(sellerName)),
  text('Cliente', ({ client }) => client),
  text('CPF', ({ cpf }) => cpf && shownCpf(cpf)),
  text('Aluno', ({ student }) => student),
  text('Matrícula', ({ registration }) => registration),
];

/** That of an anonymised client is no number. */
const shownCpf = (cpf: string) => (/^\d+$/.test(cpf) ? formatCpf(cpf) : cpf);

const amounts: Column<{ subtotal: Cents; total: Cents }>[] = [
  decimal('Subtotal', ({ subtotal }) => subtotal),
  decimal('Descontos', ({ subtotal, total }) => subtractCents(subtotal, total)),
  decimal('Total', ({ total }) => total),
];

type PaidRow = SaleRow & { total: Cents };

const ends: Column<PaidRow>[] = [
  decimal('Valor pago', ({ received }) => received),
  decimal('Troco', ({ given }) => given),
  text('Motivo', ({ reason }) => reason),
];

/** One row a sale or correction, with what each method has brought in. */
export const salesList: ExportedList = {
  title: 'Vendas',
  filters: SALE_FILTERS,
  personal: ['find'],
  open: async (db, filter, viewer) => {
    const { count, rows } = await readSaleRows(db, filter, viewer);
    const methods = methodColumns<PaidRow>(
      await methodsOfPeriod(db, periodOf(filter), filter.only === 'deleted'),
      ({ payments }) => payments,
    );
    return tableOf<PaidRow>([...head, ...amounts, ...methods, ...ends], {
      count,
      rows: withTotals(rows),
    });
  },
};

async function* withTotals(rows: AsyncIterable<SaleRow> | Iterable<SaleRow>) {
  for await (const row of rows) yield { ...row, total: row.totalGeneral };
}

type SoldItem = Head & ItemRow;

const itemColumns: Column<SoldItem>[] = [
  ...head,
  text('Código', ({ code }) => code),
  text('Produto', ({ name }) => name),
  integer('Quantidade', ({ quantity }) => quantity),
  decimal('Valor unitário', ({ price }) => price),
  ...amounts,
];

/** One row an item; their totals add up to those of the sales. Whose income each is says the product of today. */
export const saleItemsList: ExportedList = {
  title: 'Itens vendidos',
  filters: SALE_FILTERS,
  personal: ['find'],
  open: async (db, filter, viewer) => {
    const { count, rows } = await readSaleRows(db, filter, viewer, 'items');
    const incomes = await incomesOfProducts(db);
    const income: Column<SoldItem> = text('Receita de', ({ product }) =>
      incomeWord(incomes.get(product)),
    );
    return tableOf(incomes.size > 0 ? [...itemColumns, income] : itemColumns, {
      count,
      rows: itemsOf(rows),
    });
  },
};

async function* itemsOf(rows: AsyncIterable<SaleRow> | Iterable<SaleRow>) {
  for await (const { items, subtotal: _, ...of } of rows) {
    for (const item of items) yield { ...of, ...item };
  }
}
