import { businessDayOf, formatTime } from '@balcao/domain/dates/business-day.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { type EntryRow, readEveryEntry } from '../entries/entries.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, day, decimal, integer, tableOf, text } from './file/table.ts';
import { methodColumns } from './method-columns.ts';
import { TYPES } from './sale-rows.ts';

const columns: Column<EntryRow>[] = [
  text('Tipo', ({ kind }) => TYPES[kind]),
  integer('Nº', ({ sale, correction }) => correction ?? sale),
  day('Data', ({ at }) => businessDayOf(at)),
  text('Hora', ({ at }) => formatTime(at)),
  integer('Da venda nº', ({ sale, correction }) => correction && sale),
  text('Quem', ({ seller_name }) => shownSeller(seller_name)),
  text('Cliente', ({ client_name }) => client_name),
  text('Aluno', ({ student_name }) => student_name),
  decimal('Valor', ({ amount }) => amount),
  decimal('Do total de', ({ total }) => total),
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
