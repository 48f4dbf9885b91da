import { formatCents } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import {
  IconGripVertical,
  IconMinus,
  IconPencil,
  IconPlus,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { whole } from '../../../ui/counts.ts';
import * as roles from '../../../ui/lists/table-roles.ts';
import { useDispatch } from '../sale/counter-context.ts';
import { itemField } from '../sale/focus.ts';
import { type SaleItem, totalsOf } from '../sale/sale-item.ts';
import rowClasses from './item-row.module.css';
import classes from './item-table.module.css';

/** The id of the instructions that describe the handles of the rows. */
export const DRAG_INSTRUCTIONS = 'mover-item';

/** What makes a row movable: properties of its `<tr>`, the ref of its handle, and whether it is being moved. */
export type RowDrag = {
  row: ComponentProps<'tr'>;
  handle: Ref<HTMLButtonElement>;
  moving: boolean;
};

type Props = {
  item: SaleItem;
  /** The price or the status of the product has changed since it was added. */
  outdated: boolean;
  /** A finger counts with buttons; others have the keys of the list. */
  touched: boolean;
  /** Undefined until that is loaded. */
  drag?: RowDrag | undefined;
};

/** Looks like Mantine's ActionIcon, whose elements and variables are too many for a hundred rows. */
const ACTION = `mantine-focus-auto mantine-active ${rowClasses.action}`;

export type Column = 'code' | 'name' | 'quantity' | 'subtotal' | 'total' | 'actions';

/** A cell by its column. Hundreds of them are no components. */
export const cell = (column: Column, content?: ReactNode) => (
  <td {...roles.cell} className={classes[column]} style={{ gridArea: column }}>
    {content}
  </td>
);

export function ItemRow({ item, outdated, touched, drag }: Props) {
  const dispatch = useDispatch();
  const { id: productId, code, name } = item.product;
  const { subtotal, total } = totalsOf(item);
  const count = (by: 1 | -1) => () => dispatch({ type: 'item-counted', productId, by });
  // The pressed icon disappears, and the focus with it.
  const edit = () => dispatch({ type: 'item-edited', productId }, 'quantity');
  const remove = () => dispatch({ type: 'item-removed', productId }, 'code');
  const button = (
    place: string,
    does: string,
    Icon: TablerIcon,
    press: () => void,
    more: ComponentProps<'button'> = {},
  ) => (
    <button
      {...more}
      type="button"
      className={ACTION}
      style={{ gridArea: place }}
      data-action={place}
      aria-label={`${does} ${name}`}
      onClick={press}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
  return (
    <tr
      {...roles.row}
      {...drag?.row}
      className={rowClasses.row}
      data-dragging={drag?.moving || undefined}
    >
      {cell('code', code)}
      {cell(
        'name',
        <>
          {name}
          {outdated && (
            <Text display="block" span size="xs" fw={600} c="red">
              O preço ou a situação do produto mudou: remova e inclua de novo.
            </Text>
          )}
        </>,
      )}
      {cell('quantity', whole(item.quantity))}
      {cell('subtotal', formatCents(subtotal))}
      {cell('total', formatCents(total))}
      <td {...roles.cell} className={classes.actions} style={{ gridArea: 'actions' }}>
        {touched &&
          button('less', 'Menos um', IconMinus, count(-1), { disabled: item.quantity < 2 })}
        {touched && button('more', 'Mais um', IconPlus, count(1))}
        <button
          ref={drag?.handle}
          type="button"
          className={`mantine-focus-auto ${rowClasses.grip}`}
          style={{ gridArea: 'grip' }}
          aria-roledescription="item que pode ser movido"
          aria-describedby={DRAG_INSTRUCTIONS}
          aria-label={`Mover ${name}`}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
        {/* A row has the focus by its pencil, whose Enter edits it. */}
        {button('pencil', 'Editar', IconPencil, edit, { id: itemField(productId) })}
        {button('remove', 'Remover', IconTrash, remove)}
      </td>
    </tr>
  );
}
