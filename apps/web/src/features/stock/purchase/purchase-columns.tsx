import type { PurchaseProduct } from '@balcao/contract/stock/stock.ts';
import { TextInput } from '@mantine/core';
import { whole } from '../../../ui/counts.ts';
import { quantityOf, quantityText } from '../../../ui/fields/quantity.ts';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import classes from '../stock.module.css';

/** With what is to be bought of it. */
export type Wanted = Omit<PurchaseProduct, 'price' | 'suggested'> & { quantity: number };

export const columnsOf = (
  onChange: (id: number, quantity: number) => void,
): DataColumn<Wanted>[] => [
  {
    header: 'Produto',
    place: 'title',
    cell: ({ name, code }) => (
      <>
        {name} <span className={classes.quiet}>{code}</span>
      </>
    ),
  },
  {
    header: 'Vendidos um ano antes',
    width: '12rem',
    place: 'figure',
    cell: ({ sold }) => (
      <>
        {whole(sold)}
        <span className={classes.onPhone}> vendidos um ano antes</span>
      </>
    ),
  },
  {
    header: 'Em estoque',
    width: '8rem',
    place: 'figure',
    cell: ({ on_hand }) =>
      on_hand === null ? (
        <span className={classes.quiet}>não contado</span>
      ) : (
        <>
          {whole(on_hand)}
          <span className={classes.onPhone}> em estoque</span>
        </>
      ),
  },
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
