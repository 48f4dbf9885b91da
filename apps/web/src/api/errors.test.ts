import { expect, it } from 'vitest';
import { ApiRefusal, failureWords } from './errors.ts';

it('words a refusal, and one word for every answer that leaves it open whether the change was made', () => {
  const error = (status: number) =>
    new ApiRefusal({ type: 'about:blank', title: '', status, code: 'key_reused', detail: 'Não.' });
  expect(failureWords(error(409))).toBe('Não.');
  expect(failureWords(error(409), { key_reused: 'Já foi.' })).toBe('Já foi.');
  expect(failureWords(error(401))).toBe('Não.');
  for (const open of [error(500), error(503), new TypeError('Failed to fetch')]) {
    expect(failureWords(open)).toBe('O servidor não respondeu. Tente de novo.');
    expect(failureWords(open, {}, 'Não se sabe.')).toBe('Não se sabe.');
  }
  expect(failureWords(null)).toBeUndefined();
});
