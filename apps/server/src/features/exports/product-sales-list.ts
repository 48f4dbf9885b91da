import type { ProductSales } from '@balcao/contract/products/product-sales.ts';
import { incomeWord } from '@balcao/domain/income.ts';
import { centsOfSum } from '@balcao/domain/money.ts';
import { byModel } from '@balcao/domain/product/model-and-size.ts';
import type { Tx } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { productSalesIn } from '../dashboard/product-sales.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, tableOf } from './file/table.ts';

type Row = ProductSales['products'][number] & { model: string; size: string; total: number };

const columns: Column<Row>[] = [
  { title: 'Código', kind: 'text', value: ({ code }) => code },
  { title: 'Produto', kind: 'text', value: ({ name }) => name },
  { title: 'Modelo', kind: 'text', value: ({ model }) => model },
  { title: 'Tamanho', kind: 'text', value: ({ size }) => size },
  { title: 'Qtd.', kind: 'integer', value: ({ units }) => units },
  { title: 'Líquido', kind: 'decimal', value: ({ net }) => centsOfSum(net) },
  {
    title: 'Parte do total (%)',
    kind: 'decimal',
    value: ({ net, total }) => (total === 0 ? null : Math.round((net / total) * 10_000)),
  },
  { title: 'Qtd. um ano antes', kind: 'integer', value: (row) => row.units_year_ago },
  { title: 'Líquido um ano antes', kind: 'decimal', value: (row) => centsOfSum(row.year_ago) },
];

const INCOME: Column<Row> = {
  title: 'Receita de',
  kind: 'text',
  value: ({ income }) => incomeWord(income),
};

/** Sizes of one model stand together, in their order. */
export const productSalesList: ExportedList = {
  title: 'Vendas por produto',
  filters: ['startDate', 'endDate', 'seller', 'class', 'income'],
  open: async (db, { startDate, endDate, ...filter }) => {
    if (!startDate || !endDate) throw new Refusal('invalid_request', { field: 'body/startDate' });
    const { products, total } = await productSalesIn(db as Tx, { startDate, endDate, ...filter });
    const rows = byModel(products).flatMap(({ model, products: alike }) =>
      alike.map((product) => ({ ...product, model, total: total.net })),
    );
    const split = products.some(({ income }) => income !== null);
    return tableOf(split ? [...columns, INCOME] : columns, { count: rows.length, rows });
  },
};
