import { quantityOf } from '../../../ui/fields/quantity.ts';
import type { Entry } from './counter-state.ts';
import { beyondLimits } from './sale-checks.ts';
import { type SaleItem, withItem } from './sale-item.ts';

/** The items and the one that is being edited, with its new quantity if it may be sold in that. */
export function withEdited(
  items: readonly SaleItem[],
  { edited, quantity }: Entry,
): readonly SaleItem[] {
  if (!edited) return items;
  const typed = quantityOf(quantity);
  const changed = withItem(items, edited.product, typed);
  const possible = typed > 0 && beyondLimits(changed) === undefined;
  return possible ? changed : withItem(items, edited.product, edited.quantity);
}
