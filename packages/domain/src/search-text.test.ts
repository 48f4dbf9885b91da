import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './search-text.ts';
import { runs } from './testing/runs.ts';

test.each([
  ['Lápis  HB', 'lapis hb'],
  [' \tCAÇÃO\u00a0Nº 1\n', 'cacao nº 1'],
  ['AVÓ avô ÀS Über ñandú', 'avo avo as uber nandu'],
  // Two keyboards: decomposed and composed.
  ['Sa\u0303o', 'sao'],
  ['S\u00e3o', 'sao'],
  ['', ''],
  [' \u3000 ', ''],
])('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('folding twice, composing or decomposing changes nothing', () => {
  const latin = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x24f }).map((c) => String.fromCodePoint(c)),
  });
  fc.assert(
    fc.property(latin, (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
      expect(foldText(text.normalize('NFC'))).toBe(folded);
      expect(foldText(text.normalize('NFD'))).toBe(folded);
      expect(foldText(text.toUpperCase().toLowerCase())).toBe(foldText(text.toUpperCase()));
    }),
    runs,
  );
});
