import { formatCents } from '@balcao/domain/money.ts';
import { IconGripVertical, IconMinus, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
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
  /** Undefined where the list has keys for it. */
  onCount: ((productId: number, by: 1 | -1) => void) | undefined;
  /** What makes the row movable, once that is loaded. */
  drag?: RowDrag;
};

/** Looks like Mantine's ActionIcon, whose elements and variables are too many for a hundred rows. */
const ACTION = `mantine-focus-auto mantine-active ${rowClasses.action}`;

const STEPS = [
  { by: -1, words: 'Menos um', Icon: IconMinus },
  { by: 1, words: 'Mais um', Icon: IconPlus },
] as const;

export function ItemRow({ item, outdated, onRemove, onEdit, onCount, drag }: ItemRowProps) {
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
        {onCount &&
          STEPS.map(({ by, words, Icon }) => (
            <button
              key={by}
              type="button"
              className={ACTION}
              data-step={by}
              aria-label={`${words} ${name}`}
              disabled={item.quantity + by < 1}
              onClick={() => onCount(id, by)}
            >
              <Icon size={18} aria-hidden />
            </button>
          ))}
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
          data-pencil
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
          onClick={() => onRemove(id)}
        >
          <IconTrash size={18} aria-hidden />
        </button>
      </td>
    </tr>
  );
}
