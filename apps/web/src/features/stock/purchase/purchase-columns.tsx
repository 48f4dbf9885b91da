import type { PurchaseProduct } from '@balcao/contract/stock/stock.ts';
import { TextInput } from '@mantine/core';
import { whole } from '../../../ui/counts.ts';
import { quantityOf, quantityText } from '../../../ui/fields/quantity.ts';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { figureColumn, productColumn } from '../product-columns.tsx';
import classes from '../stock.module.css';

/** With what is to be bought of it. */
export type Wanted = Omit<PurchaseProduct, 'price' | 'suggested'> & { quantity: number };

export const columnsOf = (
  onChange: (id: number, quantity: number) => void,
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
      <TextInput
        size="xs"
        w="5rem"
        ml="auto"
        styles={{ input: { textAlign: 'right' } }}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        aria-label={`Comprar de ${row.name}`}
        value={row.quantity}
        onChange={(event) => onChange(row.id, quantityOf(quantityText(event.currentTarget.value)))}
        onFocus={(event) => event.currentTarget.select()}
      />
    ),
  },
];
