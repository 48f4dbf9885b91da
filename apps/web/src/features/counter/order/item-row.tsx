import { formatCents } from '@balcao/domain/money.ts';
import { memo } from 'react';
import * as roles from '../../../ui/lists/table-roles.ts';
import { type SaleItem, totalsOf } from '../sale/sale-item.ts';
import { DRAG_INSTRUCTIONS } from './drag/grabs.ts';
import rowClasses from './item-row.module.css';
import classes from './item-table.module.css';

type Props = {
  item: SaleItem;
  outdated: boolean;
  onRemove: (productId: number) => void;
  onEdit: (productId: number) => void;
};

/** Looks like Mantine's ActionIcon, whose elements and variables are too many for a hundred rows. */
const ACTION = `mantine-focus-auto mantine-active ${rowClasses.action}`;

export const ItemRow = memo(function ItemRow(props: Props) {
  const { item, outdated, onRemove, onEdit } = props;
  const { id, code, name } = item.product;
  const { subtotal, total } = totalsOf(item);
  return (
    <tr {...roles.row}>
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
          type="button"
          className={`mantine-focus-auto ${rowClasses.grip}`}
          aria-roledescription="item que pode ser movido"
          aria-describedby={DRAG_INSTRUCTIONS}
          aria-label={`Mover ${name}`}
        >
          <RowIcon name="gripVertical" size={16} />
        </button>
        <button
          type="button"
          className={ACTION}
          aria-label={`Editar ${name}`}
          onClick={() => onEdit(id)}
        >
          <RowIcon name="pencil" size={18} />
        </button>
        <button
          type="button"
          className={ACTION}
          data-tone="danger"
          aria-label={`Remover ${name}`}
          // The second click of a double click would remove the next row.
          onClick={({ detail }) => detail < 2 && onRemove(id)}
        >
          <RowIcon name="trash" size={18} />
        </button>
      </td>
    </tr>
  );
});

/**
 * Tabler's icons of these names, each as one path. Tabler's own have up to six, which a browser styles and
 * paints one by one, three times a row.
 */
const PATHS = {
  gripVertical:
    'M8 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M8 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M8 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M14 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M14 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M14 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  pencil: 'M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4M13.5 6.5l4 4',
  trash:
    'M4 7l16 0M10 11l0 6M14 11l0 6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
};

function RowIcon({ name, size }: { name: keyof typeof PATHS; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
