import type { CounterProduct } from '../sale/sale-item.ts';

/** Tiles whose codes begin alike: CAM-P and CAM-M, 30101 and 30102. */
export type TileGroup = { readonly label: string; readonly products: readonly CounterProduct[] };

/** The letters that a code begins with, or else its number without the two digits that count. */
const prefixOf = (code: string): string =>
  /^\p{L}{2,}/u.exec(code)?.[0].toUpperCase() ?? /^(\d{1,4})\d\d$/.exec(code)?.[1] ?? '';

/** The word that all their names begin with, or else the letters of their codes; '' for mere numbers. */
function labelOf(prefix: string, members: readonly CounterProduct[]): string {
  const [first = '', ...others] = members.map(({ name }) => name.split(' ')[0] ?? '');
  if (others.every((word) => word === first)) return first;
  return /\d/.test(prefix) ? '' : prefix;
}

/** The groups of two tiles and more that have a name, one for each name; none if there is only one. */
export function tileGroups(products: readonly CounterProduct[]): readonly TileGroup[] {
  const byPrefix = Map.groupBy(products, ({ code }) => prefixOf(code));
  byPrefix.delete('');
  const named = [...byPrefix].filter(([, members]) => members.length > 1);
  const byLabel = Map.groupBy(named, ([prefix, members]) => labelOf(prefix, members));
  byLabel.delete('');
  const groups = [...byLabel].map(([label, alike]) => ({
    label,
    products: alike.flatMap(([, members]) => members),
  }));
  return groups.length > 1 ? groups : [];
}
