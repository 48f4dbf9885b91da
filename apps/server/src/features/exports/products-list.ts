import type { Product } from '@balcao/contract/products/products.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { products } from '../products/products.service.ts';
import type { ExportedList } from './exported-list.ts';
import { readList } from './read-list.ts';
import { type Column, tableOf } from './table.ts';

const yesOrNo = (value: boolean) => (value ? 'Sim' : 'Não');

const columns: Column<Product>[] = [
  { title: 'Código', kind: 'text', value: ({ code }) => code },
  { title: 'Nome', kind: 'text', value: ({ name }) => name },
  { title: 'Valor', kind: 'decimal', value: ({ price }) => centsFromReais(price) },
  { title: 'Ativo', kind: 'text', value: ({ active }) => yesOrNo(active) },
  { title: 'Na grade do PDV', kind: 'text', value: ({ pinned }) => yesOrNo(pinned) },
];

export const productsList: ExportedList = {
  title: 'Produtos',
  filters: ['search'],
  open: async (db, { search = '' }) => {
    const read = (slice: object) => products.list(db, { search, ...slice });
    return tableOf(columns, await readList(read, { pageSize: 1_000 }));
  },
};
