import { expect, test } from 'vitest';
import { seenText, tidyText, UNSEEN } from './typed-text.ts';

test.each([
  ['  Ana \t  Lima\u00a0', 'Ana Lima'],
  ['Sa\u0303o Joa\u0303o', 'S\u00e3o Jo\u00e3o'],
  ['\u3000', ''],
  ['Lápis HB', 'Lápis HB'],
  ['Meio \ud83d', 'Meio \ufffd'],
])('%j is kept as %j', (typed, kept) => {
  expect(tidyText(typed)).toBe(kept);
});

test.each([
  ['Ana\u200b Li\u00adma\ufeff', 'Ana Lima'],
  ['\u202aJos\u00e9\u202c', 'Jos\u00e9'],
  ['Bia \u2764\ufe0f', 'Bia \u2764'],
  ['Ana\tLima\u2028Souza', 'Ana Lima Souza'],
  ['  Ana\u00a0 Lima ', '  Ana\u00a0 Lima '],
])('of %j is seen %j', (typed, seen) => {
  expect(seenText(typed)).toBe(seen);
});

test('UNSEEN has all controls, formats and fillers, and no letters, signs or emoji', () => {
  const unseen = new RegExp(`[${UNSEEN}]`, 'u');
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    const hidden = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(character);
    const seen = /[\p{L}\p{N}\p{P}\p{S}\p{M}\p{Zs}]/u.test(character) && code !== 0xfffc;
    if ((hidden || seen) && unseen.test(character) !== hidden) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
  expect(['😀', '𝄞', '\u{e0041}', '\ufffe', '\uffff'].map((text) => unseen.test(text))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
