import { expect, test } from 'vitest';
import { foldText } from '../search-text.ts';
import { sortedByName } from './name-order.ts';

const sorted = (...names: string[]) =>
  sortedByName(
    names.toSorted((a, b) => (a < b ? -1 : 1)),
    foldText,
  );

test.each([
  ['letters', ['PP', 'P', 'M', 'G', 'GG', 'XG']],
  ['numbers, then letters', ['4', '6', '8', '10', '12', '14', '16', 'P', 'M']],
  ['at the end', ['Camiseta PP', 'Camiseta P', 'Camiseta M', 'Camiseta G', 'Camiseta GG']],
  ['in the middle', ['Calça P azul', 'Calça M azul', 'Calça G azul', 'Calça azul']],
  ['in brackets', ['Short (P)', 'Short (M)', 'Short (G)']],
  ['in small letters', ['camiseta p', 'Camiseta M', 'camiseta g']],
  ['after "tam."', ['Moletom tam. 8', 'Moletom tam. 10', 'Moletom tam. P']],
  ['within words they are letters', ['Gola', 'Manga', 'Papel p/ presente', 'Pincel']],
  ['case and accents', ['agenda', 'Água', 'Borracha', 'lápis']],
])('%s', (_, names) => {
  expect(sorted(...names)).toEqual(names);
});

test('the same names keep their order', () => {
  const items = [1, 2, 3].map((id) => ({ id, name: id === 2 ? 'água' : 'Agua' }));
  expect(sortedByName(items, ({ name }) => foldText(name))).toEqual(items);
});
