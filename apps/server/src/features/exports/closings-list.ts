import type { ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type Cents, centsOfSum, sumCents } from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { listClosings } from '../closings/closings.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, day, decimal, integer, moment, tableOf, text } from './file/table.ts';
import { methodColumns } from './method-columns.ts';

const columns: Column<ListedClosing>[] = [
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
    return tableOf([...columns, ...methods, ...boxes, ...since], closings);
  },
};
