import type { PurchaseProduct, StockProduct } from '@balcao/contract/stock/stock.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { byModel } from '@balcao/domain/product/model-and-size.ts';
import { daysLeft, isOfStock, worthOf } from '@balcao/domain/product/stock.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import type { Tx } from '../../database/connection.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { purchaseIn, stockIn } from '../stock/stock.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, tableOf } from './file/table.ts';

type Sized<Product> = Product & { model: string; size: string };

/** Sizes of one model stand together, in their order. */
const sized = <Product extends { name: string }>(products: readonly Product[]) =>
  byModel(products).flatMap(({ model, products: alike }) =>
    alike.map((product) => ({ ...product, model })),
  );

const named: Column<Sized<{ code: string; name: string }>>[] = [
  { title: 'Código', kind: 'text', value: ({ code }) => code },
  { title: 'Produto', kind: 'text', value: ({ name }) => name },
  { title: 'Modelo', kind: 'text', value: ({ model }) => model },
  { title: 'Tamanho', kind: 'text', value: ({ size }) => size },
];

const stockColumns: Column<Sized<StockProduct>>[] = [
  ...named,
  { title: 'Em estoque', kind: 'integer', value: ({ on_hand }) => on_hand },
  { title: 'Preço', kind: 'decimal', value: ({ price }) => centsFromReais(price) },
  { title: 'A preço de venda', kind: 'decimal', value: worthOf },
  { title: 'Mínimo', kind: 'integer', value: ({ minimum }) => minimum },
  { title: 'Vendidos em 30 dias', kind: 'integer', value: ({ sold }) => sold },
  { title: 'Dura (dias)', kind: 'integer', value: (row) => daysLeft(row.on_hand ?? 0, row.sold) },
  {
    title: 'Última venda',
    kind: 'day',
    value: ({ last_sold }) => (last_sold ? businessDayOf(new Date(last_sold)) : null),
  },
];

export const stockList: ExportedList = {
  title: 'Estoque',
  filters: ['search', 'stockOnly', 'stockDay'],
  open: async (db, { search = '', stockOnly, stockDay }) => {
    const day = stockDay ? businessDay(stockDay, 'body/stockDay') : undefined;
    const products = (await stockIn(db as Tx, false, day)).filter(
      (row) =>
        holdsWords(foldText(`${row.code} ${row.name}`), searchWords(search)) &&
        (!stockOnly || isOfStock(row, stockOnly, day ?? businessDayOf(new Date()))),
    );
    return tableOf(stockColumns, { count: products.length, rows: sized(products) });
  },
};

const bought: Column<Sized<Pick<PurchaseProduct, 'code' | 'name' | 'suggested'>>>[] = [
  ...named,
  { title: 'Quantidade', kind: 'integer', value: ({ suggested }) => suggested },
];

/** For the supplier: without what was sold or is on hand. */
export const purchaseList: ExportedList = {
  title: 'Compra',
  filters: ['startDate', 'endDate', 'quantities'],
  // Not each of them in the audit.
  personal: ['quantities'],
  open: async (db, { startDate, endDate, quantities }) => {
    if (!startDate || !endDate) throw new Refusal('invalid_request', { field: 'body/startDate' });
    const { products } = await purchaseIn(db as Tx, { startDate, endDate });
    const edited = quantities && new Map(quantities.map((each) => [each.product, each.quantity]));
    const proposed = (row: PurchaseProduct) => (row.on_hand === null ? 0 : row.suggested);
    const wanted = products.map((row) => ({
      ...row,
      suggested: edited ? (edited.get(row.id) ?? 0) : proposed(row),
    }));
    const rows = sized(wanted.filter(({ suggested }) => suggested > 0));
    return tableOf(bought, { count: rows.length, rows });
  },
};
