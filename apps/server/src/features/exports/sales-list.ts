import { formatCpf } from '@balcao/domain/cpf.ts';
import { businessDayOf, formatTime } from '@balcao/domain/dates/business-day.ts';
import { incomeWord } from '@balcao/domain/income.ts';
import { type Cents, subtractCents } from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { periodOf } from '../../request/business-period.ts';
import { incomesOfProducts } from '../products/products.service.ts';
import type { ExportedList } from './exported-list.ts';
import { methodsOfPeriod } from './exports.repository.ts';
import { type Column, tableOf } from './file/table.ts';
import { methodColumns } from './method-columns.ts';
import { readSaleRows, SALE_FILTERS } from './read-sale-rows.ts';
import type { ItemRow, SaleRow } from './sale-rows.ts';

type Head = Omit<SaleRow, 'items' | 'subtotal'>;

const head: Column<Head>[] = [
  { title: 'Tipo', kind: 'text', value: ({ type }) => type },
  { title: 'Nº', kind: 'integer', value: ({ id }) => id },
  { title: 'Data', kind: 'day', value: ({ at }) => businessDayOf(at) },
  { title: 'Hora', kind: 'text', value: ({ at }) => formatTime(at) },
  { title: 'Da venda nº', kind: 'integer', value: ({ of }) => of },
  { title: 'Vendedor', kind: 'text', value: ({ sellerName }) => shownSeller(sellerName) },
  { title: 'Cliente', kind: 'text', value: ({ client }) => client },
  { title: 'CPF', kind: 'text', value: ({ cpf }) => cpf && shownCpf(cpf) },
  { title: 'Aluno', kind: 'text', value: ({ student }) => student },
  { title: 'Matrícula', kind: 'text', value: ({ registration }) => registration },
];

/** That of an anonymised client is no number. */
const shownCpf = (cpf: string) => (/^\d+$/.test(cpf) ? formatCpf(cpf) : cpf);

const amounts: Column<{ subtotal: Cents; total: Cents }>[] = [
  { title: 'Subtotal', kind: 'decimal', value: ({ subtotal }) => subtotal },
  {
    title: 'Descontos',
    kind: 'decimal',
    value: ({ subtotal, total }) => subtractCents(subtotal, total),
  },
  { title: 'Total', kind: 'decimal', value: ({ total }) => total },
];

type PaidRow = SaleRow & { total: Cents };

const ends: Column<PaidRow>[] = [
  { title: 'Valor pago', kind: 'decimal', value: ({ received }) => received },
  { title: 'Troco', kind: 'decimal', value: ({ given }) => given },
  { title: 'Motivo', kind: 'text', value: ({ reason }) => reason },
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
  { title: 'Código', kind: 'text', value: ({ code }) => code },
  { title: 'Produto', kind: 'text', value: ({ name }) => name },
  { title: 'Quantidade', kind: 'integer', value: ({ quantity }) => quantity },
  { title: 'Valor unitário', kind: 'decimal', value: ({ price }) => price },
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
    const income: Column<SoldItem> = {
      title: 'Receita de',
      kind: 'text',
      value: ({ product }) => incomeWord(incomes.get(product)),
    };
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
