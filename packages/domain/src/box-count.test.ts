import { expect, test } from 'vitest';
import { cashSums } from './box-count.ts';
import { cents } from './money.ts';

test.each([
  ['a pencil', 155, [5, 10, 20]],
  ['one note of several', 1045, [20, 50, 100]],
  ['two notes, neither of which is enough', 2300, [30, 40, 50]],
  ['a fifty and a twenty', 6245, [70, 100, 200]],
  ['exactly a note', 5000, [50, 100, 200]],
  ['a hundred and a smaller note', 12_000, [120, 150, 200]],
  ['nearly the largest note', 19_600, [200]],
  ['more than the largest note', 29_420, [300, 350, 400]],
  ['very much', 123_401, [1250, 1300, 1350]],
])('what is handed over for %s', (_, due, reais) => {
  expect(cashSums(cents(due)).map((sum) => sum / 100)).toEqual(reais);
});
