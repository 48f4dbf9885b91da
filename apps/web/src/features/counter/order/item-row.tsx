import { formatCents } from '@balcao/domain/money.ts';
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import * as roles from '../../../ui/lists/table-roles.ts';
import { type SaleItem, totalsOf } from '../sale/sale-item.ts';
import rowClasses from './item-row.module.css';
import classes from './item-table.module.css';
import { DRAG_INSTRUCTIONS, type RowDrag } from './row-drag.ts';

export type ItemRowProps = {
  item: SaleItem;
  outdated: boolean;
  onRemove: (productId: number) => void;
  onEdit: (productId: number) => void;
  /** What makes the row movable, once that is loaded. */
  drag?: RowDrag;
};

/** Looks like Mantine's ActionIcon, whose elements and variables are too many for a hundred rows. */
const ACTION = `mantine-focus-auto mantine-active ${rowClasses.action}`;

export function ItemRow({ item, outdated, onRemove, onEdit, drag }: ItemRowProps) {
  const { id, code, name } = item.product;
  const { subtotal, total } = totalsOf(item);
  return (
    <tr
      {...roles.row}
      {...drag?.row}
      className={rowClasses.row}
      data-dragging={drag?.moving || undefined}
    >
      <td {...roles.cell} className={classes.code}>
        {code}
      </td>
      <td {...roles.cell} className={classes.name}>
        {name}
        {outdated && (
          <span className={rowClasses.outdated}>
            O preço ou a situação do produto mudou: remova e inclua de novo.
          </span>
        )}
      </td>
      <td {...roles.cell} className={classes.quantity}>
        {item.quantity.toLocaleString('pt-BR')}
      </td>
      <td {...roles.cell} className={classes.subtotal}>
        {formatCents(subtotal)}
      </td>
      <td {...roles.cell} className={classes.total}>
        {formatCents(total)}
      </td>
      <td {...roles.cell} className={classes.actions}>
        <button
          ref={drag?.handle}
          type="button"
          className={`mantine-focus-auto ${rowClasses.grip}`}
          aria-roledescription="item que pode ser movido"
          aria-describedby={DRAG_INSTRUCTIONS}
          aria-label={`Mover ${name}`}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
        <button
          type="button"
          className={ACTION}
          aria-label={`Editar ${name}`}
          onClick={() => onEdit(id)}
        >
          <IconPencil size={18} aria-hidden />
        </button>
        <button
          type="button"
          className={ACTION}
          data-tone="danger"
          aria-label={`Remover ${name}`}
          // The second click of a double click would remove the next row.
          onClick={({ detail }) => detail < 2 && onRemove(id)}
        >
          <IconTrash size={18} aria-hidden />
        </button>
      </td>
    </tr>
  );
}
