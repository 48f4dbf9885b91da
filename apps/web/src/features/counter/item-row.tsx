import { formatCents } from '@balcao/domain/money.ts';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './item-table.module.css';
import { type SaleItem, totalsOf } from './sale-item.ts';

type Props = {
  item: SaleItem;
  outdated: boolean;
  locked: boolean;
  onRemove: (productId: number) => void;
  onEdit: (productId: number) => void;
};

export const ItemRow = memo(function ItemRow(props: Props) {
  const { item, locked } = props;
  const { id, name } = item.product;
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({
    id,
    disabled: locked,
    attributes: { roleDescription: 'item que pode ser movido' },
  });

  return (
    <tr
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <td className={classes.handle}>
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={classes.grip}
          {...attributes}
          {...listeners}
          aria-label={`Mover ${name}`}
          disabled={locked}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      </td>
      <ItemCells {...props} />
    </tr>
  );
});

/** Apart and memoised: while one row is dragged, every row's frame renders, but not this. */
const ItemCells = memo(function ItemCells({ item, outdated, locked, onRemove, onEdit }: Props) {
  const { id, code, name } = item.product;
  const totals = totalsOf(item);
  return (
    <>
      <td className={classes.code}>{code}</td>
      <td className={classes.name}>
        {name}
        {outdated && (
          <span className={classes.outdated}>
            O preço ou a situação do produto mudou: remova e inclua de novo.
          </span>
        )}
      </td>
      <td className={classes.quantity}>{item.quantity.toLocaleString('pt-BR')}</td>
      <td className={classes.subtotal}>{formatCents(totals.subtotal)}</td>
      <td className={classes.total}>{formatCents(totals.total)}</td>
      <td className={classes.actions}>
        <ActionIcon
          variant="subtle"
          aria-label={`Editar ${name}`}
          onClick={() => onEdit(id)}
          disabled={locked}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Remover ${name}`}
          onClick={() => onRemove(id)}
          disabled={locked}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </td>
    </>
  );
});
