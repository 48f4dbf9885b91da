import { formatCents } from '@balcao/domain/money.ts';
import { Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import { whole } from '../../../ui/counts.ts';
import * as roles from '../../../ui/lists/table-roles.ts';
import { useCode } from '../../../ui/use-code.ts';
import { TILES } from '../grid/product-grid.tsx';
import { useCounter, useCounterStore } from '../sale/counter-context.ts';
import { itemField } from '../sale/focus.ts';
import { type SaleItem, sumItems } from '../sale/sale-item.ts';
import { type Column, cell, DRAG_INSTRUCTIONS, ItemRow, type RowDrag } from './item-row.tsx';
import classes from './item-table.module.css';
import { outdatedItems } from './product-search.ts';
import { useIndex } from './use-products.ts';

const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const;
const SORT_MARKS = { asc: '▲', desc: '▼' } as const;

const heading = (column: Column, words: ReactNode) => (
  <th {...roles.columnheader} className={classes[column]} style={{ gridArea: column }}>
    {words}
  </th>
);

/** The items of the order. A hundred rows are not rendered at key presses elsewhere. */
export const ItemTable = memo(function ItemTable() {
  const { dispatch, moveFocus } = useCounterStore();
  const items = useCounter(({ draft }) => draft.items);
  const sort = useCounter((state) => state.sort);
  const newest = useCounter((state) => state.newest);
  const index = useIndex();
  const outdated = outdatedItems(items, index);
  const sums = sumItems(items);
  // It is loaded once there is a row.
  const load = () => import('./movable-rows.tsx');
  const { data: drag } = useCode('drag', load, items.length > 0);
  const body = useRef<HTMLTableSectionElement>(null);
  // The rows that move replace the first ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const place = items.findIndex(({ product }) => product.id === newest?.productId);
    showRow(body.current?.children[place]);
  }, [newest, drag]);
  const touched = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const row = (item: SaleItem, handle?: RowDrag) => (
    <ItemRow
      key={item.product.id}
      item={item}
      outdated={outdated.has(item.product.id)}
      touched={touched}
      drag={handle}
    />
  );

  /** The keys of the list. The handle of a row has keys of its own. */
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const { key, target, currentTarget } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = [...currentTarget.children].findIndex((each) => each.contains(target as Element));
    const isHandle = (target as Element).ariaRoleDescription !== null;
    const item = items[place];
    if (!item || isHandle) return;
    const productId = item.product.id;
    const fieldAt = (to: number) => {
      const row = items[to];
      return row ? itemField(row.product.id) : 'code';
    };
    const act = () => {
      switch (key) {
        case 'ArrowUp':
          return moveFocus(fieldAt(Math.max(place - 1, 0)));
        case 'ArrowDown':
          return moveFocus(fieldAt(place + 1));
        case 'Escape':
          return moveFocus('code');
        case '+':
          return dispatch({ type: 'item-counted', productId, by: 1 });
        case '-':
          // Only Delete removes: a key that is held down must not.
          return item.quantity > 1 && dispatch({ type: 'item-counted', productId, by: -1 });
        case 'Delete':
          if (event.repeat) return;
          return dispatch(
            { type: 'item-removed', productId },
            fieldAt(place + 1 < items.length ? place + 1 : place - 1),
          );
        default:
          return 'other';
      }
    };
    if (act() !== 'other') event.preventDefault();
  };

  return (
    <>
      <p id={DRAG_INSTRUCTIONS} hidden>
        Para mover o item, pressione espaço, leve-o com as setas e pressione espaço de novo. Esc
        cancela.
      </p>
      <section className={classes.scroller} aria-label="Itens da venda">
        <table {...roles.table} className={classes.table}>
          <thead {...roles.rowgroup}>
            <tr {...roles.row}>
              {heading('code', 'Cód.')}
              <th
                {...roles.columnheader}
                className={classes.name}
                style={{ gridArea: 'name' }}
                aria-sort={sort ? SORT_WORDS[sort] : 'none'}
              >
                <UnstyledButton
                  className={classes.sort}
                  fz="inherit"
                  fw="inherit"
                  onClick={() => dispatch({ type: 'sort-toggled' })}
                >
                  Produto <span aria-hidden>{sort && SORT_MARKS[sort]}</span>
                </UnstyledButton>
              </th>
              {heading('quantity', 'Qtd')}
              {heading('subtotal', 'Subtotal')}
              {heading('total', 'Total')}
              {heading('actions', <span className="visually-hidden">Ações</span>)}
            </tr>
          </thead>
          <tbody {...roles.rowgroup} ref={body} onKeyDown={onKeyDown}>
            {drag ? <drag.MovableRows items={items} row={row} /> : items.map((item) => row(item))}
          </tbody>
          {items.length > 0 && (
            <tfoot {...roles.rowgroup}>
              <tr {...roles.row}>
                <th {...roles.rowheader} className={classes.sumsLabel} colSpan={2}>
                  Totais
                </th>
                {cell('quantity', whole(sums.quantity))}
                {cell('subtotal', formatCents(sums.subtotal))}
                {cell('total', formatCents(sums.total))}
                {cell('actions')}
              </tr>
            </tfoot>
          )}
        </table>
        {items.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" px="md" py={40}>
            Nenhum item ainda. Leia o código de barras, ou digite o código ou o nome do produto.
          </Text>
        )}
      </section>
    </>
  );
});

/** Long enough to be seen by who looks up from a scanner. */
const GLOW_MS = 1_000;

let glow: Animation | undefined;

/** Scrolls a row into view, wherever the sorting has put it, and lets it alone glow. */
function showRow(row: Element | undefined): void {
  if (!(row instanceof HTMLElement)) return;
  // Until the row is in sight its height would be an estimate.
  row.style.contentVisibility = 'visible';
  const { scrollX, scrollY } = window;
  row.scrollIntoView({ block: 'nearest' });
  // The next touch is for the same tile, or the one beside it: they stay where they are.
  if (document.activeElement?.closest(`#${TILES}`)) window.scrollTo(scrollX, scrollY);
  row.style.contentVisibility = '';
  // With reduced motion the colour stands, and is gone.
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const colour = { backgroundColor: 'var(--glow)' };
  glow?.cancel();
  glow = row.animate([colour, still ? colour : {}], { duration: GLOW_MS, easing: 'ease-in' });
}
