import type { AuditEntry } from '@balcao/contract/audit.ts';
import type { ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import { kindOf } from '@balcao/domain/audit/actions.ts';
import { actorOf, subjectOf } from '@balcao/domain/audit/entry.ts';
import { changesOf, type FieldChange } from '@balcao/domain/audit/fields.ts';
import { type BusinessDay, businessDayOf, formatTime } from '@balcao/domain/dates/business-day.ts';
import { type Cents, centsOfSum, sumCents } from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { listAudit } from '../audit/audit.service.ts';
import { listClosings } from '../closings/closings.service.ts';
import { type EntryRow, readEveryEntry } from '../entries/entries.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, day, decimal, integer, moment, tableOf, text } from './file/table.ts';
import { methodColumns } from './method-columns.ts';
import { readList } from './read-list.ts';
import { TYPES } from './sale-rows.ts';

const closingColumns: Column<ListedClosing>[] = [
  day('Data', ({ date }) => date as BusinessDay),
  text('Vendedor', ({ seller_name }) => shownSeller(seller_name)),
  integer('Versão', ({ version }) => version),
  moment('Fechado em', ({ closed_at }) => new Date(closed_at)),
  integer('Vendas', ({ sales_count }) => sales_count),
  decimal('Vendido', ({ sold_total }) => centsOfSum(sold_total)),
  decimal('Devolvido', ({ returned_total }) => centsOfSum(returned_total)),
  decimal('Total', ({ total_final }) => centsOfSum(total_final)),
];

type Box = NonNullable<ListedClosing['box']>;

/** The columns that only counted boxes fill. */
const boxColumns = [
  integer<Box>('Caixa nº', ({ number }) => number),
  decimal<Box>('Fundo de troco', ({ float }) => centsOfSum(float)),
  decimal<Box>('Suprimentos', ({ supplies }) => centsOfSum(supplies)),
  decimal<Box>('Sangrias', ({ withdrawals }) => centsOfSum(withdrawals)),
  decimal('Diferença', differenceOf),
  text<Box>('Motivo da diferença', ({ reason }) => reason),
].map(
  (column) =>
    ({ ...column, value: ({ box }) => (box ? column.value(box) : null) }) as Column<ListedClosing>,
);

function differenceOf({ counts }: Box): Cents {
  return sumCents(counts.map(({ difference }) => centsOfSum(difference)));
}

const since: Column<ListedClosing>[] = [
  integer('Vendas depois', ({ sales_added }) => sales_added),
  integer('Excluídas depois', ({ sales_deleted }) => sales_deleted),
  integer('Correções depois', ({ corrections_added }) => corrections_added),
  decimal('Total agora', ({ current_total }) => centsOfSum(current_total)),
];

/** Not read in slices: a year of ten sellers has 3,650. */
export const closingsList: ExportedList = {
  title: 'Fechamentos',
  filters: ['startDate', 'endDate', 'search'],
  open: async (db, filter) => {
    const closings = await listClosings(db, filter);
    const methods = methodColumns<ListedClosing>(
      closings.flatMap(({ payment_methods }) => Object.keys(payment_methods)),
      ({ payment_methods }) =>
        Object.entries(payment_methods).map(([method, amount]) => ({
          method,
          amount: centsOfSum(amount),
        })),
    );
    const boxes = closings.some(({ box }) => box) ? boxColumns : [];
    return tableOf([...closingColumns, ...methods, ...boxes, ...since], closings);
  },
};

const entryColumns: Column<EntryRow>[] = [
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
    return tableOf([...entryColumns, ...methods], found);
  },
};

/** The words of the screen. */
const auditColumns: Column<AuditEntry>[] = [
  moment('Quando', ({ at }) => new Date(at)),
  text('Quem', actorOf),
  text('O que fez', ({ action }) => kindOf(action)),
  text('Assunto', subjectOf),
  text('Dados', (entry) => changesOf(entry).map(worded).join('; ')),
];

function worded({ label, before, after }: FieldChange): string {
  const isEdit = before !== undefined && after !== undefined;
  return `${label}: ${isEdit ? `de ${before} para ${after}` : (after ?? before)}`;
}

export const auditList: ExportedList = {
  title: 'Auditoria',
  filters: ['user', 'about', 'kind', 'startDate', 'endDate'],
  personal: ['about'],
  open: async (db, filter) => {
    const read = (slice: object) => listAudit(db, { ...filter, ...slice });
    return tableOf(auditColumns, await readList(read, { pageSize: 1_000 }));
  },
};
