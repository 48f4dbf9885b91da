import { businessDayOf, formatTime } from '@balcao/domain/dates/business-day.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { type EntryRow, readEveryEntry } from '../entries/entries.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, tableOf } from './file/table.ts';
import { methodColumns } from './method-columns.ts';
import { TYPES } from './sale-rows.ts';

const columns: Column<EntryRow>[] = [
  { title: 'Tipo', kind: 'text', value: ({ kind }) => TYPES[kind] },
  { title: 'Nº', kind: 'integer', value: ({ sale, correction }) => correction ?? sale },
  { title: 'Data', kind: 'day', value: ({ at }) => businessDayOf(at) },
  { title: 'Hora', kind: 'text', value: ({ at }) => formatTime(at) },
  { title: 'Da venda nº', kind: 'integer', value: ({ sale, correction }) => correction && sale },
  { title: 'Quem', kind: 'text', value: ({ seller_name }) => shownSeller(seller_name) },
  { title: 'Cliente', kind: 'text', value: ({ client_name }) => client_name },
  { title: 'Aluno', kind: 'text', value: ({ student_name }) => student_name },
  { title: 'Valor', kind: 'decimal', value: ({ amount }) => amount },
  { title: 'Do total de', kind: 'decimal', value: ({ total }) => total },
];

/** What adds up to a figure: the column Valor sums to it. The methods are those of whole entries. */
export const entriesList: ExportedList = {
  title: 'Lançamentos',
  filters: [
    ...(['startDate', 'endDate', 'seller', 'method', 'methodNow'] as const),
    ...(['product', 'income', 'client', 'student', 'closing', 'entryKind'] as const),
  ],
  open: async (db, { entryKind: kind, kind: _ofAudit, ...filter }) => {
    const found = await readEveryEntry(db, { ...filter, ...(kind && { kind }) });
    const methods = methodColumns<EntryRow>(found.methods, ({ payments }) => payments);
    return tableOf([...columns, ...methods], found);
  },
};
