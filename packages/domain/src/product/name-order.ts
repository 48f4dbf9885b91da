/** Sizes of clothes, from the smallest. */
const SIZES = ['pp', 'p', 'm', 'g', 'gg', 'xg', 'xgg', 'xxg'];
/** A size alone between spaces, commas, hyphens or brackets: not the "p/" of "papel p/ presente". */
const SIZE = new RegExp(`(?<=^|[\\s,(-])(?:${SIZES.join('|')})(?=$|[\\s,)-])`, 'g');
/** After the sizes that are numbers. */
const FIRST_SIZE = 1_000;
const LONGEST_NUMBER = 20;

/**
 * Sorts by folded names (foldText). Numbers go by their value, and sizes come in their own order: 4, 6, 8,
 * 10, then PP, P, M, G, GG, XG. Items with the same name keep their order.
 */
export function sortedByName<T>(items: readonly T[], foldedNameOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, key: keyOf(foldedNameOf(item)) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ item }) => item);
}

/** The name with each size as a number, and each number in a fixed length: plain strings compare fastest. */
function keyOf(folded: string): string {
  return folded
    .replace(SIZE, (size) => `${FIRST_SIZE + SIZES.indexOf(size)}`)
    .replace(/\d+/g, (digits) => digits.padStart(LONGEST_NUMBER, '0'));
}
