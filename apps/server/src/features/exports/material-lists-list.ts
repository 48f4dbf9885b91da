import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { listMaterialLists } from '../material-lists/material-lists.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, tableOf } from './file/table.ts';
import { readList } from './read-list.ts';

type Line = { list: ListedMaterials; item: ListedMaterials['items'][number] };

/** The columns that an import reads come first. */
const columns: Column<Line>[] = [
  { title: 'Lista', kind: 'text', value: ({ list }) => list.name },
  { title: 'Código da lista', kind: 'text', value: ({ list }) => list.code },
  { title: 'Código do produto', kind: 'text', value: ({ item }) => item.code },
  { title: 'Quantidade', kind: 'integer', value: ({ item }) => item.quantity },
  { title: 'Produto', kind: 'text', value: ({ item }) => item.name },
  { title: 'Válida de', kind: 'day', value: ({ list }) => list.valid_from as BusinessDay | null },
  { title: 'Válida até', kind: 'day', value: ({ list }) => list.valid_to as BusinessDay | null },
  { title: 'Ativa', kind: 'text', value: ({ list }) => (list.active ? 'Sim' : 'Não') },
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
    return tableOf(columns, { count: rows.length, rows });
  },
};
