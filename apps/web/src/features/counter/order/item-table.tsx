import { formatCents } from '@balcao/domain/money.ts';
import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Text, UnstyledButton } from '@mantine/core';
import {
  type Dispatch,
  memo,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import * as roles from '../../../ui/lists/table-roles.ts';
import { focusField } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import { type SaleItem, type SortDirection, sumItems } from '../sale/sale-item.ts';
import { DRAG_INSTRUCTIONS, dragInstructions, dragWords, useDragSensors } from './item-drag.ts';
import { ItemRow } from './item-row.tsx';
import classes from './item-table.module.css';

type Props = {
  items: readonly SaleItem[];
  sort: SortDirection | null;
  /** Ids of the products whose price or status has changed since they were added. */
  outdated: ReadonlySet<number>;
  locked: boolean;
  dispatch: Dispatch<CounterAction>;
};

const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const;
const SORT_MARKS = { asc: '▲', desc: '▼' } as const;

export const ItemTable = memo(function ItemTable(props: Props) {
  const { items, sort, outdated, locked, dispatch } = props;
  const sensors = useDragSensors();
  const ids = useMemo(() => items.map((item) => item.product.id), [items]);
  const accessibility = useMemo(
    () => ({ announcements: dragWords(items), screenReaderInstructions: dragInstructions }),
    [items],
  );
  const sums = useMemo(() => sumItems(items), [items]);
  const body = useRef<HTMLTableSectionElement>(null);
  useScrollToNew(ids, body);

  // The number of rows that were made movable. One row more or less makes all of them fixed again.
  const [movableRows, setMovableRows] = useState(-1);
  const movable = movableRows === items.length;
  // In the capture phase, so that the rows are movable when the press reaches the handle.
  const onPress = (event: SyntheticEvent<HTMLElement>) => {
    const onHandle = (event.target as Element).closest(`[aria-describedby=${DRAG_INSTRUCTIONS}]`);
    if (onHandle && !movable) flushSync(() => setMovableRows(items.length));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const [productId, overProductId] = [Number(active.id), Number(over.id)];
    dispatch({ type: 'item-moved', productId, overProductId });
  };

  // The pressed icon disappears, and the focus with it.
  const onRemove = useCallback(
    (productId: number) => {
      flushSync(() => dispatch({ type: 'item-removed', productId }));
      focusField('code');
    },
    [dispatch],
  );
  const onEdit = useCallback(
    (productId: number) => {
      flushSync(() => dispatch({ type: 'item-edited', productId }));
      focusField('quantity');
    },
    [dispatch],
  );

  return (
    <DndContext
      id={DRAG_INSTRUCTIONS}
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis]}
      accessibility={accessibility}
      onDragEnd={onDragEnd}
    >
      {/* Disables all rows at once: rendering a hundred of them takes long. */}
      <fieldset role="presentation" disabled={locked} style={{ display: 'contents' }}>
        <section className={classes.scroller} aria-label="Itens da venda">
          <table {...roles.table} className={classes.table}>
            <thead {...roles.rowgroup}>
              <tr {...roles.row}>
                <th {...roles.columnheader} className={classes.handle}>
                  <span className="visually-hidden">Ordem</span>
                </th>
                <th {...roles.columnheader} className={classes.code}>
                  Cód.
                </th>
                <th
                  {...roles.columnheader}
                  className={classes.name}
                  aria-sort={sort ? SORT_WORDS[sort] : 'none'}
                >
                  <UnstyledButton
                    mih={24}
                    fz="inherit"
                    fw="inherit"
                    onClick={() => dispatch({ type: 'sort-toggled' })}
                  >
                    Produto <span aria-hidden>{sort && SORT_MARKS[sort]}</span>
                  </UnstyledButton>
                </th>
                <th {...roles.columnheader} className={classes.quantity}>
                  Qtd
                </th>
                <th {...roles.columnheader} className={classes.subtotal}>
                  Subtotal
                </th>
                <th {...roles.columnheader} className={classes.total}>
                  Total
                </th>
                <th {...roles.columnheader} className={classes.actions}>
                  <span className="visually-hidden">Ações</span>
                </th>
              </tr>
            </thead>
            <tbody
              {...roles.rowgroup}
              ref={body}
              onPointerDownCapture={onPress}
              onKeyDownCapture={onPress}
            >
              <SortableContext items={ids} strategy={verticalListSortingStrategy}>
                {items.map((item) => (
                  <ItemRow
                    key={item.product.id}
                    item={item}
                    outdated={outdated.has(item.product.id)}
                    movable={movable}
                    onRemove={onRemove}
                    onEdit={onEdit}
                  />
                ))}
              </SortableContext>
            </tbody>
            {items.length > 0 && (
              <tfoot {...roles.rowgroup}>
                <tr {...roles.row}>
                  <th {...roles.rowheader} className={classes.sumsLabel} colSpan={3}>
                    Totais
                  </th>
                  <td {...roles.cell} className={classes.quantity}>
                    {sums.quantity.toLocaleString('pt-BR')}
                  </td>
                  <td {...roles.cell} className={classes.subtotal}>
                    {formatCents(sums.subtotal)}
                  </td>
                  <td {...roles.cell} className={classes.total}>
                    {formatCents(sums.total)}
                  </td>
                  <td {...roles.cell} className={classes.actions} />
                </tr>
              </tfoot>
            )}
          </table>
          {items.length === 0 && (
            <Text size="sm" c="gray.6" ta="center" px="md" py={40}>
              Nenhum item ainda. Leia o código de barras, ou digite o código ou o nome do produto.
            </Text>
          )}
        </section>
      </fieldset>
    </DndContext>
  );
});

/** Scrolls a new row into view, wherever the sorting has put it. */
function useScrollToNew(ids: readonly number[], body: RefObject<HTMLTableSectionElement | null>) {
  const before = useRef(ids);
  useEffect(() => {
    const known = new Set(before.current);
    const added = ids.findIndex((id) => !known.has(id));
    before.current = ids;
    if (added >= 0 && ids.length === known.size + 1) {
      const row = body.current?.children[added] as HTMLElement;
      // Until the row is in sight its height would be an estimate.
      row.style.contentVisibility = 'visible';
      row.scrollIntoView({ block: 'nearest' });
      row.style.contentVisibility = '';
    }
  }, [ids, body]);
}
