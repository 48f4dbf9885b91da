import { formatCents } from '@balcao/domain/money.ts';
import { Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Dispatch, useEffect } from 'react';
import * as roles from '../../../ui/lists/table-roles.ts';
import { useCode } from '../../../ui/use-code.ts';
import { TILES } from '../grid/product-grid.tsx';
import { focusField } from '../parts/counter-focus.ts';
import type { CounterAction, CounterState } from '../sale/counter-state.ts';
import { type SaleItem, type SortDirection, sumItems } from '../sale/sale-item.ts';
import columns from './item-columns.module.css';
import { ITEMS, onItemKey } from './item-keys.ts';
import { ItemRow } from './item-row.tsx';
import classes from './item-table.module.css';
import touch from './item-touch.module.css';
import { DRAG_INSTRUCTIONS } from './row-drag.ts';

type Props = {
  items: readonly SaleItem[];
  sort: SortDirection | null;
  newest: CounterState['newest'];
  /** Ids of the products whose price or status has changed since they were added. */
  outdated: ReadonlySet<number>;
  dispatch: Dispatch<CounterAction>;
};

const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const;
const SORT_MARKS = { asc: '▲', desc: '▼' } as const;

export function ItemTable(props: Props) {
  const { items, sort, newest, outdated, dispatch } = props;
  const sums = sumItems(items);
  // It is loaded once there is a row.
  const load = () => import('./movable-rows.tsx');
  const { data: drag } = useCode('drag', load, items.length > 0);
  // The rows that move replace the first ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (newest) showRow(items.findIndex(({ product }) => product.id === newest.productId));
  }, [newest, drag]);
  const touched = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });

  // The pressed icon disappears, and the focus with it.
  const onRemove = (productId: number) => {
    dispatch({ type: 'item-removed', productId });
    focusField('code');
  };
  const onEdit = (productId: number) => {
    dispatch({ type: 'item-edited', productId });
    focusField('quantity');
  };

  const onCount = (productId: number, by: 1 | -1) =>
    dispatch({ type: 'item-counted', productId, by });

  const rowOf = (item: SaleItem) => ({
    item,
    outdated: outdated.has(item.product.id),
    onRemove,
    onEdit,
    // Others have the keys of the list.
    onCount: touched ? onCount : undefined,
  });

  return (
    <>
      <p id={DRAG_INSTRUCTIONS} hidden>
        Para mover o item, pressione espaço, leve-o com as setas e pressione espaço de novo. Esc
        cancela.
      </p>
      <section className={classes.scroller} aria-label="Itens da venda">
        <table {...roles.table} className={`${classes.table} ${columns.columns} ${touch.touch}`}>
          <thead {...roles.rowgroup}>
            <tr {...roles.row}>
              <th {...roles.columnheader} className={classes.code}>
                Cód.
              </th>
              <th
                {...roles.columnheader}
                className={classes.name}
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
            id={ITEMS}
            onKeyDown={(event) => onItemKey(event, items, dispatch)}
          >
            {drag ? (
              <drag.MovableRows items={items} rowOf={rowOf} dispatch={dispatch} />
            ) : (
              items.map((item) => <ItemRow key={item.product.id} {...rowOf(item)} />)
            )}
          </tbody>
          {items.length > 0 && (
            <tfoot {...roles.rowgroup}>
              <tr {...roles.row}>
                <th {...roles.rowheader} className={classes.sumsLabel} colSpan={2}>
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
          <Text size="sm" c="dimmed" ta="center" px="md" py={40}>
            Nenhum item ainda. Leia o código de barras, ou digite o código ou o nome do produto.
          </Text>
        )}
      </section>
    </>
  );
}

/** Long enough to be seen by who looks up from a scanner. */
const GLOW_MS = 1_000;

let glow: Animation | undefined;

/** Scrolls a row into view, wherever the sorting has put it, and lets it alone glow. */
function showRow(place: number): void {
  const row = document.getElementById(ITEMS)?.children[place];
  if (!(row instanceof HTMLElement)) return;
  // Until the row is in sight its height would be an estimate.
  row.style.contentVisibility = 'visible';
  const { scrollX, scrollY } = window;
  row.scrollIntoView({ block: 'nearest' });
  // The next touch is for the same tile, or the one beside it: they stay where they are.
  const tiles = document.getElementById(TILES);
  if (tiles?.contains(document.activeElement)) window.scrollTo(scrollX, scrollY);
  row.style.contentVisibility = '';
  // With reduced motion the colour stands, and is gone.
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const colour = { backgroundColor: 'var(--glow)' };
  glow?.cancel();
  glow = row.animate([colour, still ? colour : {}], { duration: GLOW_MS, easing: 'ease-in' });
}
