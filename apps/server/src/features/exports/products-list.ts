import type { Product } from '@balcao/contract/products/products.ts';
import { incomeWord } from '@balcao/domain/income.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { anyIncome, products } from '../products/products.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, tableOf } from './file/table.ts';
import { readList } from './read-list.ts';

const yesOrNo = (value: boolean) => (value ? 'Sim' : 'Não');

const columns: Column<Product>[] = [
  { title: 'Código', kind: 'text', value: ({ code }) => code },
  { title: 'Nome', kind: 'text', value: ({ name }) => name },
  { title: 'Valor', kind: 'decimal', value: ({ price }) => centsFromReais(price) },
  { title: 'Ativo', kind: 'text', value: ({ active }) => yesOrNo(active) },
  { title: 'Na grade do PDV', kind: 'text', value: ({ pinned }) => yesOrNo(pinned) },
];

const INCOME: Column<Product> = {
  title: 'Receita de',
  kind: 'text',
  value: ({ income }) => incomeWord(income),
};

export const productsList: ExportedList = {
  title: 'Produtos',
  filters: ['search'],
  open: async (db, { search = '' }) => {
    const read = (slice: object) => products.list(db, { search, ...slice });
    const split = await anyIncome(db);
    return tableOf(
      split ? [...columns, INCOME] : columns,
      await readList(read, { pageSize: 1_000 }),
    );
  },
};
