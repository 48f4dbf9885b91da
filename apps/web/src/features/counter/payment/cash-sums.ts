import { type Cents, cents } from '@balcao/domain/money.ts';

/** The notes of the real, in reais. */
const NOTES = [5, 10, 20, 50, 100, 200];
/** Two notes that clients hand over together: a smaller one is added only to one of these. */
const FIRST_OF_TWO = 20;
const SECOND_OF_TWO = 10;
const MOST = 3;

/**
 * The sums that a client hands over for what is due, the smallest first: one note that is enough, or two of which
 * neither alone is. Above the largest note it is many notes, of which the smallest is mostly a fifty.
 */
export function cashSums(due: Cents): Cents[] {
  const largest = Math.max(...NOTES) * 100;
  if (due > largest) {
    const fifty = 5_000;
    const first = Math.ceil(due / fifty) * fifty;
    return [first, first + fifty, first + 2 * fifty].map(cents);
  }
  const pairs = NOTES.filter((note) => note >= FIRST_OF_TWO && note * 100 < due).flatMap((note) =>
    NOTES.filter((other) => other >= SECOND_OF_TWO && other <= note).map((other) => note + other),
  );
  const enough = [...NOTES, ...pairs].filter((sum) => sum * 100 >= due);
  return [...new Set(enough)]
    .sort((one, other) => one - other)
    .slice(0, MOST)
    .map((sum) => cents(sum * 100));
}
