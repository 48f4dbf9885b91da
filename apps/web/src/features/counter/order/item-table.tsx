import { formatCents } from '@balcao/domain/money.ts';
import { Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { whole } from '../../../ui/counts.ts';
import * as roles from '../../../ui/lists/table-roles.ts';
import { useCode } from '../../../ui/use-code.ts';
import { TILES } from '../grid/product-grid.tsx';
import { focusField } from '../parts/counter-focus.ts';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
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

/** A row has the focus by its pencil, whose Enter edits it. */
const PENCIL = '[data-action="pencil"]';

/** Whether there is an item to focus: the newest stands last, unless the list is sorted. */
export function focusLastItem(): boolean {
  const last = [...document.querySelectorAll<HTMLElement>(PENCIL)].at(-1);
  last?.focus();
  return last !== undefined;
}

/** The items of the order. A hundred rows are not rendered at key presses elsewhere. */
export const ItemTable = memo(function ItemTable() {
  const dispatch = useDispatch();
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
    const goTo = (to: number) => {
      const all = [...currentTarget.querySelectorAll<HTMLElement>(PENCIL)];
      const pencil = all[Math.min(Math.max(to, 0), all.length - 1)];
      if (pencil) pencil.focus();
      else focusField('code');
    };
    const act = () => {
      switch (key) {
        case 'ArrowUp':
          return goTo(place - 1);
        case 'ArrowDown':
          return place + 1 < items.length ? goTo(place + 1) : focusField('code');
        case 'Escape':
          return focusField('code');
        case '+':
          return dispatch({ type: 'item-counted', productId, by: 1 });
        case '-':
          // Only Delete removes: a key that is held down must not.
          return item.quantity > 1 && dispatch({ type: 'item-counted', productId, by: -1 });
        case 'Delete':
          if (event.repeat) return;
          flushSync(() => dispatch({ type: 'item-removed', productId }));
          return goTo(place);
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
