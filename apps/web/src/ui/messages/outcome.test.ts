import { expect, it, vi } from 'vitest';
import { outcomeOf, refusalOf } from './outcome.ts';

const words = { done: 'Feito!', failed: 'Erro.', doneMs: 5_000 };

it('returns the message of a change that succeeded and its time', async () => {
  const outcome = await outcomeOf(async () => 'anything', words);
  expect(outcome).toEqual({ tone: 'success', message: 'Feito!', ms: 5_000 });
});

// Specification: 7.2
it('returns the message of a failed change for three seconds and logs the error', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const why = new Error('409 code_taken');
  const outcome = await outcomeOf(() => Promise.reject(why), words);
  expect(outcome).toEqual({ tone: 'error', message: 'Erro.', ms: 3_000 });
  expect(log).toHaveBeenCalledWith('Erro.', why);
});

it('adds why the server refused a change that it understood, and nothing of its own failures', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const refused = (status: number, code: string) =>
    outcomeOf(
      () =>
        Promise.reject(Object.assign(new Error(), { problem: { status, code, detail: 'Não.' } })),
      { ...words, refused: { sale_corrected: 'Tem devolução.' } },
    );
  const said = { message: 'Erro.', reason: 'Não.', ms: 3_000 };
  expect(await refused(409, 'last_administrator')).toMatchObject(said);
  expect((await refused(500, 'internal')).reason).toBeUndefined();
  expect(await refused(409, 'sale_corrected')).toMatchObject({ message: 'Tem devolução.' });
  expect((await refused(409, 'sale_corrected')).reason).toBeUndefined();
});

it('names the refused field and the reason', () => {
  const form = new FormData();
  form.set('name', ' ');
  form.set('price', 'R$ 99.999.999,99');
  const problem = { type: 'about:blank', title: 'No', status: 400, detail: 'Não.' };
  const why = (code: string, field?: string) =>
    refusalOf({ ...problem, code, ...(field && { field }) }, form);
  expect(why('code_taken', 'code')).toMatchObject({ field: 'code', reason: 'Não.' });
  expect(why('last_administrator')).toMatchObject({ field: undefined, reason: 'Não.' });
  const empty = { field: 'name', reason: 'Preencha este campo.' };
  expect(why('invalid_request', 'body/name')).toMatchObject(empty);
  const large = { field: 'price', reason: 'Este valor não é aceito.' };
  expect(why('invalid_request', 'body/price')).toMatchObject(large);
  expect(refusalOf(undefined, form)).toBeUndefined();
});
