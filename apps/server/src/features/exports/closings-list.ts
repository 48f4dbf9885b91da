import type { ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type Cents, centsOfSum, sumCents } from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { listClosings } from '../closings/closings.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, tableOf } from './file/table.ts';
import { methodColumns } from './method-columns.ts';

const columns: Column<ListedClosing>[] = [
  { title: 'Data', kind: 'day', value: ({ date }) => date as BusinessDay },
  { title: 'Vendedor', kind: 'text', value: ({ seller_name }) => shownSeller(seller_name) },
  { title: 'Versão', kind: 'integer', value: ({ version }) => version },
  { title: 'Fechado em', kind: 'moment', value: ({ closed_at }) => new Date(closed_at) },
  { title: 'Vendas', kind: 'integer', value: ({ sales_count }) => sales_count },
  { title: 'Vendido', kind: 'decimal', value: ({ sold_total }) => centsOfSum(sold_total) },
  {
    title: 'Devolvido',
    kind: 'decimal',
    value: ({ returned_total }) => centsOfSum(returned_total),
  },
  { title: 'Total', kind: 'decimal', value: ({ total_final }) => centsOfSum(total_final) },
];

type Box = NonNullable<ListedClosing['box']>;

/** The columns that only counted boxes fill. */
const boxColumns: Column<ListedClosing>[] = [
  { title: 'Caixa nº', kind: 'integer', value: ofBox(({ number }) => number) },
  { title: 'Fundo de troco', kind: 'decimal', value: ofBox(({ float }) => centsOfSum(float)) },
  { title: 'Suprimentos', kind: 'decimal', value: ofBox(({ supplies }) => centsOfSum(supplies)) },
  { title: 'Sangrias', kind: 'decimal', value: ofBox((box) => centsOfSum(box.withdrawals)) },
  { title: 'Diferença', kind: 'decimal', value: ofBox(differenceOf) },
  { title: 'Motivo da diferença', kind: 'text', value: ofBox(({ reason }) => reason) },
];

function ofBox<Value>(shownOf: (box: Box) => Value) {
  return ({ box }: ListedClosing) => (box ? shownOf(box) : null);
}

function differenceOf({ counts }: Box): Cents {
  return sumCents(counts.map(({ difference }) => centsOfSum(difference)));
}

const since: Column<ListedClosing>[] = [
  { title: 'Vendas depois', kind: 'integer', value: ({ sales_added }) => sales_added },
  { title: 'Excluídas depois', kind: 'integer', value: ({ sales_deleted }) => sales_deleted },
  {
    title: 'Correções depois',
    kind: 'integer',
    value: ({ corrections_added }) => corrections_added,
  },
  {
    title: 'Total agora',
    kind: 'decimal',
    value: ({ current_total }) => centsOfSum(current_total),
  },
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
    return tableOf([...columns, ...methods, ...boxes, ...since], {
      count: closings.length,
      rows: closings,
    });
  },
};
