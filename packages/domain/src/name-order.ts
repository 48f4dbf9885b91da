/** Sizes of clothes, from the smallest. */
const SIZES = ['PP', 'P', 'M', 'G', 'GG', 'XG', 'XGG', 'XXG'];
/** A size alone between spaces, commas, hyphens or brackets: not the "p/" of "papel p/ presente". */
const SIZE = new RegExp(`(?<=^|[\\s,(-])(?:${SIZES.join('|')})(?=$|[\\s,)-])`, 'giu');
/** After the sizes that are numbers. */
const FIRST_SIZE = 1_000;

// localeCompare makes a new collator for every comparison, which is slow on a long list.
const portuguese = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });

/**
 * Sorts by names in Portuguese, without regard to case and accents. Sizes come in their own order: 4, 6, 8,
 * 10, then PP, P, M, G, GG, XG. Items with the same name keep their order.
 */
export function sortedByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, key: keyOf(nameOf(item)) }))
    .sort((a, b) => portuguese.compare(a.key, b.key))
    .map(({ item }) => item);
}

/** The name with each size as a number, which the collator sorts by its value. */
function keyOf(name: string): string {
  return name.replace(SIZE, (size) => `${FIRST_SIZE + SIZES.indexOf(size.toUpperCase())}`);
}
