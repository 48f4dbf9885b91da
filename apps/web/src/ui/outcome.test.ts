import { expect, it, vi } from 'vitest';
import { outcomeOf } from './outcome.ts';

const said = { done: 'Feito!', failed: 'Erro.', doneMs: 5_000 };

it('says that a change was made, for as long as its kind is shown', async () => {
  const outcome = await outcomeOf(async () => 'anything', said);
  expect(outcome).toEqual({ tone: 'success', message: 'Feito!', ms: 5_000 });
});

it('says that it failed for three seconds, in its own words, and logs why', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const why = new Error('409 code_taken');
  const outcome = await outcomeOf(() => Promise.reject(why), said);
  expect(outcome).toEqual({ tone: 'error', message: 'Erro.', ms: 3_000 });
  expect(log).toHaveBeenCalledWith('Erro.', why);
});
