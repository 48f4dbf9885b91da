import { expect, it, vi } from 'vitest';
import { outcomeOf, reasonOf } from './outcome.ts';

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

it('tells at which field the server refused, and why', () => {
  const form = new FormData();
  form.set('name', ' ');
  form.set('price', 'R$ 99.999.999,99');
  const problem = { type: 'about:blank', title: 'No', status: 400, detail: 'Não.' };
  const why = (code: string, field?: string) =>
    reasonOf({ ...problem, code, ...(field && { field }) }, form);
  expect(why('code_taken', 'code')).toEqual({ field: 'code', reason: 'Não.' });
  expect(why('last_administrator')).toEqual({ field: undefined, reason: 'Não.' });
  const empty = { field: 'name', reason: 'Preencha este campo.' };
  expect(why('invalid_request', 'body/name')).toEqual(empty);
  const large = { field: 'price', reason: 'Este valor não é aceito.' };
  expect(why('invalid_request', 'body/price')).toEqual(large);
  expect(reasonOf(undefined, form)).toBeUndefined();
});
