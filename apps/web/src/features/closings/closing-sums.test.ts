import { expect, it } from 'vitest';
import { differenceWords } from '../cash-box/box-words.ts';
import { sumsOf, totalsOf } from './closings-page.tsx';

type Listed = Parameters<typeof sumsOf>[0][number];

const closing = (total_final: number, differences?: number[]) =>
  ({
    total_final,
    ...(differences && { box: { counts: differences.map((difference) => ({ difference })) } }),
  }) as unknown as Listed;

const plain = (words: unknown) => JSON.stringify(words).replaceAll('\u00a0', ' ');

it('has no sums without a counted box', () => {
  expect(sumsOf([closing(10)])).toBeUndefined();
});

it('adds up to the centavo what is missing, and what is left over', () => {
  const rows = [closing(0.1), closing(0.2, [-0.1, -0.2]), closing(-5, [3, -1]), closing(7, [0])];
  expect(plain(sumsOf(rows))).toBe(plain({ missing: 'R$ 1,30', over: 'R$ 3,00' }));
});

it('says what the closings add up to, and what their sales do now where that differs', () => {
  const rows = [closing(0.1), closing(0.2), closing(-5)];
  expect(plain(totalsOf(rows))).toBe(plain({ closed: '−R$ 4,70' }));
  const now = [...rows, { ...closing(7), current_total: 6.9 }];
  expect(plain(totalsOf(now))).toBe(plain({ closed: 'R$ 2,30', now: 'R$ 2,20' }));
  const text = { ...closing(1), total_final: 'um' } as unknown as Listed;
  expect(plain(totalsOf([closing(1), text]))).toBe(plain({ closed: 'R$ 1,00' }));
});

it.each([
  [-5, 'faltam R$ 5,00'],
  [0.1 + 0.2, 'sobram R$ 0,30'],
  [0, 'confere'],
])('says a difference of %d in words', (reais, words) => {
  expect(plain(differenceWords(reais))).toBe(plain(words));
});
