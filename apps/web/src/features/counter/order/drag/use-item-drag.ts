import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCode } from '../../../../api/use-code.ts';
import type { SaleItem } from '../../sale/sale-item.ts';
import { type Grabs, type Press, takesRow } from './grabs.ts';

/**
 * What moves the rows; it is loaded once there is a row. useSortable renders every row whenever one is added,
 * which is too slow for scanning, so rows become movable only when one is pressed.
 */
export function useItemDrag(
  items: readonly SaleItem[],
  body: RefObject<HTMLTableSectionElement | null>,
) {
  const { data: loaded } = useCode('item-drag', () => import('./item-drag.tsx'), items.length > 0);

  // The number of rows that were made movable. One row more or less makes all of them fixed again.
  const [movableRows, setMovableRows] = useState(-1);
  const movable = movableRows === items.length;
  const [grabs] = useState<Grabs>(() => new Map());
  const onPress = (event: Press) => {
    const row = takesRow(event) && (event.target as Element).closest('tr');
    if (!row) return;
    if (!movable) flushSync(() => setMovableRows(items.length));
    const place = [...(body.current?.children ?? [])].indexOf(row);
    grabs.get(items[place]?.product.id ?? -1)?.(event);
  };
  return { ItemDrag: loaded?.ItemDrag, movable, grabs, onPress };
}
