import { formatCents } from '@balcao/domain/money.ts';
import { ActionIcon } from '@mantine/core';
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { DRAG_INSTRUCTIONS } from './item-drag.ts';
import classes from './item-table.module.css';
import { type Grabbed, RowDrag } from './row-drag.tsx';
import { type SaleItem, totalsOf } from './sale-item.ts';

type Props = {
  item: SaleItem;
  outdated: boolean;
  movable: boolean;
  onRemove: (productId: number) => void;
  onEdit: (productId: number) => void;
};

export const ItemRow = memo(function ItemRow({ movable, ...cells }: Props) {
  const { id, name } = cells.item.product;
  const row = useRef<HTMLTableRowElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const grabbed = useRef<Grabbed>(undefined);

  return (
    <tr ref={row}>
      <td className={classes.handle}>
        <button
          ref={handle}
          type="button"
          className={classes.grip}
          aria-roledescription="item que pode ser movido"
          aria-describedby={DRAG_INSTRUCTIONS}
          aria-label={`Mover ${name}`}
          onPointerDown={(event) => grabbed.current?.(event)}
          onKeyDown={(event) => grabbed.current?.(event)}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
        {movable && <RowDrag productId={id} row={row} handle={handle} grabbed={grabbed} />}
      </td>
      <ItemCells {...cells} />
    </tr>
  );
});

type CellProps = Omit<Props, 'movable'>;

const ItemCells = memo(function ItemCells({ item, outdated, onRemove, onEdit }: CellProps) {
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
        <ActionIcon variant="subtle" aria-label={`Editar ${name}`} onClick={() => onEdit(id)}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Remover ${name}`}
          onClick={() => onRemove(id)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </td>
    </>
  );
});
