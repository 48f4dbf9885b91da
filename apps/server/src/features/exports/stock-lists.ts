import type { PurchaseProduct } from '@balcao/contract/stock/stock.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { byModel } from '@balcao/domain/product/model-and-size.ts';
import { daysLeft, isOfStock, worthOf } from '@balcao/domain/product/stock.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import type { Tx } from '../../database/connection.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { type KnownProduct, purchaseIn, stockIn } from '../stock/stock.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, day, decimal, integer, tableOf, text } from './file/table.ts';

type Sized<Product> = Product & { model: string; size: string };

/** Sizes of one model stand together, in their order. */
const sized = <Product extends { name: string }>(products: readonly Product[]) =>
  byModel(products).flatMap(({ model, products: alike }) =>
    alike.map((product) => ({ ...product, model })),
  );

const named: Column<Sized<{ code: string; name: string }>>[] = [
  text('Código', ({ code }) => code),
  text('Produto', ({ name }) => name),
  text('Modelo', ({ model }) => model),
  text('Tamanho', ({ size }) => size),
];

const stockColumns: Column<Sized<KnownProduct>>[] = [
  ...named,
  integer('Em estoque', ({ on_hand }) => on_hand),
  decimal('Preço', ({ price }) => centsFromReais(price)),
  decimal('A preço de venda', worthOf),
  integer('Mínimo', ({ minimum }) => minimum),
  integer('Vendidos em 30 dias', ({ sold }) => sold),
  integer('Dura (dias)', (row) => daysLeft(row.on_hand ?? 0, row.sold)),
  day('Última venda', ({ last_sold }) => (last_sold ? businessDayOf(new Date(last_sold)) : null)),
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
    return tableOf(stockColumns, sized(products));
  },
};

const bought: Column<Sized<Pick<PurchaseProduct, 'code' | 'name' | 'suggested'>>>[] = [
  ...named,
  integer('Quantidade', ({ suggested }) => suggested),
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
    return tableOf(bought, rows);
  },
};
