import type { PurchaseProduct } from '@balcao/contract/stock/stock.ts';
import { whole } from '../../../ui/counts.ts';
import { WholeNumber } from '../../../ui/fields/whole-number.tsx';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { figureColumn, productColumn } from '../product-columns.tsx';
import classes from '../stock.module.css';

/** With what is to be bought of it. */
export type Wanted = Omit<PurchaseProduct, 'price' | 'suggested'> & { quantity: number | null };

export const columnsOf = (
  onChange: (id: number, quantity: number | null) => void,
): DataColumn<Wanted>[] => [
  productColumn,
  figureColumn('Vendidos um ano antes', '12rem', ({ sold }) => whole(sold)),
  figureColumn('Em estoque', '8rem', ({ on_hand }) =>
    on_hand === null ? <span className={classes.quiet}>não contado</span> : whole(on_hand),
  ),
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
