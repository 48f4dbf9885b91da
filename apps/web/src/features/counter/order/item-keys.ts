import type { Dispatch, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { focusField } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { SaleItem } from '../sale/sale-item.ts';

/** The id of the table's body. A row has the focus by its pencil, whose Enter edits it. */
export const ITEMS = 'itens';

const pencils = () => document.querySelectorAll<HTMLElement>(`#${ITEMS} [data-pencil]`);

/** Whether there is an item to focus: the newest stands last, unless the list is sorted. */
export function focusLastItem(): boolean {
  const last = [...pencils()].at(-1);
  last?.focus();
  return last !== undefined;
}

/** The keys of the list. The handle of a row has keys of its own. */
export function onItemKey(
  event: KeyboardEvent,
  items: readonly SaleItem[],
  dispatch: Dispatch<CounterAction>,
): void {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const row = (target as Element).closest('tr');
  const isHandle = (target as Element).ariaRoleDescription !== null;
  const place = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1;
  const item = items[place];
  if (!item || isHandle) return;
  const productId = item.product.id;
  const goTo = (to: number) => {
    const all = pencils();
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
}
