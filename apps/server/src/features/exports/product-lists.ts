import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import type { ProductSales } from '@balcao/contract/products/product-sales.ts';
import type { Product } from '@balcao/contract/products/products.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type Income, incomeWord } from '@balcao/domain/income.ts';
import { centsFromReais, centsOfSum } from '@balcao/domain/money.ts';
import { byModel } from '@balcao/domain/product/model-and-size.ts';
import type { Tx } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { productSalesIn } from '../dashboard/product-sales.service.ts';
import { listMaterialLists } from '../material-lists/material-lists.service.ts';
import { anyIncome, products } from '../products/products.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, day, decimal, integer, tableOf, text } from './file/table.ts';
import { readList } from './read-list.ts';

const yesOrNo = (value: boolean) => (value ? 'Sim' : 'Não');

const INCOME = text<{ income: Income | null }>('Receita de', ({ income }) => incomeWord(income));

const productColumns: Column<Product>[] = [
  text('Código', ({ code }) => code),
  text('Nome', ({ name }) => name),
  decimal('Valor', ({ price }) => centsFromReais(price)),
  text('Ativo', ({ active }) => yesOrNo(active)),
  text('Na grade do PDV', ({ pinned }) => yesOrNo(pinned)),
];

export const productsList: ExportedList = {
  title: 'Produtos',
  filters: ['search'],
  open: async (db, { search = '' }) => {
    const read = (slice: object) => products.list(db, { search, ...slice });
    const split = await anyIncome(db);
    return tableOf(
      split ? [...productColumns, INCOME] : productColumns,
      await readList(read, { pageSize: 1_000 }),
    );
  },
};

type Sold = ProductSales['products'][number] & { model: string; size: string; total: number };

const soldColumns: Column<Sold>[] = [
  text('Código', ({ code }) => code),
  text('Produto', ({ name }) => name),
  text('Modelo', ({ model }) => model),
  text('Tamanho', ({ size }) => size),
  integer('Qtd.', ({ units }) => units),
  decimal('Líquido', ({ net }) => centsOfSum(net)),
  decimal('Parte do total (%)', ({ net, total }) =>
    total === 0 ? null : Math.round((net / total) * 10_000),
  ),
  integer('Qtd. um ano antes', (row) => row.units_year_ago),
  decimal('Líquido um ano antes', (row) => centsOfSum(row.year_ago)),
];

/** Sizes of one model stand together, in their order. */
export const productSalesList: ExportedList = {
  title: 'Vendas por produto',
  filters: ['startDate', 'endDate', 'seller', 'class', 'income'],
  open: async (db, { startDate, endDate, ...filter }) => {
    if (!startDate || !endDate) throw new Refusal('invalid_request', { field: 'body/startDate' });
    const { products: sold, total } = await productSalesIn(db as Tx, {
      startDate,
      endDate,
      ...filter,
    });
    const rows = byModel(sold).flatMap(({ model, products: alike }) =>
      alike.map((product) => ({ ...product, model, total: total.net })),
    );
    const split = sold.some(({ income }) => income !== null);
    return tableOf(split ? [...soldColumns, INCOME] : soldColumns, rows);
  },
};

type Line = { list: ListedMaterials; item: ListedMaterials['items'][number] };

/** The columns that an import reads come first. */
const materialColumns: Column<Line>[] = [
  text('Lista', ({ list }) => list.name),
  text('Código da lista', ({ list }) => list.code),
  text('Código do produto', ({ item }) => item.code),
  integer('Quantidade', ({ item }) => item.quantity),
  text('Produto', ({ item }) => item.name),
  day('Válida de', ({ list }) => list.valid_from as BusinessDay | null),
  day('Válida até', ({ list }) => list.valid_to as BusinessDay | null),
  text('Ativa', ({ list }) => yesOrNo(list.active)),
];

export const materialListsList: ExportedList = {
  title: 'Listas de material',
  filters: ['search'],
  open: async (db, { search = '' }) => {
    const read = (slice: object) => listMaterialLists(db, { search, ...slice });
    const rows: Line[] = [];
    for await (const list of (await readList(read, { pageSize: 1_000 })).rows) {
      rows.push(...list.items.map((item) => ({ list, item })));
    }
    return tableOf(materialColumns, rows);
  },
};
