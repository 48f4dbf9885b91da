import { expect, it } from 'vitest';
import { productOf } from './products-page.tsx';

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

it('reads the price through its mask and the checkbox as a boolean', () => {
  const form = formOf({ code: '007', name: 'Caneta', price: 'R$\u00a01.234,56', active: 'on' });
  expect(productOf(form)).toEqual({
    code: '007',
    name: 'Caneta',
    price: 1234.56,
    active: true,
  });
});

it('takes what is entered as it is, and no price as no number', () => {
  const form = formOf({ code: '', name: ' ', price: '' });
  expect(productOf(form)).toEqual({
    code: '',
    name: ' ',
    price: Number.NaN,
    active: false,
  });
  expect(JSON.stringify(productOf(form))).toContain('"price":null');
});
