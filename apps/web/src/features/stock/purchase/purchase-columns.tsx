import type { PurchaseProduct } from '@balcao/contract/stock/stock.ts';
import { PACE_DAYS } from '@balcao/domain/product/stock.ts';
import { whole } from '../../../ui/counts.ts';
import { WholeNumber } from '../../../ui/fields/whole-number.tsx';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { figureColumn, productColumn } from '../product-columns.tsx';
import classes from '../stock.module.css';

/** With what is to be bought of it. */
export type Wanted = PurchaseProduct & { quantity: number | null };

/** The figure that a proposal comes from. */
function basisWords({ basis, pace, minimum }: Wanted): string {
  if (basis === 'pace') return `pelo ritmo: ${whole(pace)} em ${PACE_DAYS} dias`;
  return basis === 'minimum' ? `pelo mínimo: ${whole(minimum ?? 0)}` : 'pelo ano anterior';
}

export const columnsOf = (
  onChange: (id: number, quantity: number | null) => void,
): DataColumn<Wanted>[] => [
  productColumn,
  figureColumn('Vendidos um ano antes', '12rem', ({ sold }) => whole(sold)),
  figureColumn('Em estoque', '8rem', ({ on_hand }) =>
    on_hand === null ? <span className={classes.quiet}>não contado</span> : whole(on_hand),
  ),
  {
    header: 'Sugestão',
    width: '17rem',
    place: 'line',
    cell: (row) =>
      row.basis && (
        <>
          {whole(row.suggested)}, <span className={classes.quiet}>{basisWords(row)}</span>
        </>
      ),
  },
  {
    header: 'Comprar',
    width: '8rem',
    place: 'amount',
    cell: (row) => (
      <WholeNumber
        size="xs"
        w="5rem"
        ml="auto"
        styles={{ input: { textAlign: 'right' } }}
        max={99_999}
        aria-label={`Comprar de ${row.name}`}
        value={row.quantity}
        onChange={(typed) => onChange(row.id, typed === undefined ? 0 : typed)}
      />
    ),
  },
];
