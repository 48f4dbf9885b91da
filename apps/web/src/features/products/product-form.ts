import { centsFromDigits, reaisFromCents } from '@balcao/domain/money.ts';

/** The form as it was filled in, in the contract's types. */
export function productOf(form: FormData) {
  return {
    code: String(form.get('code')),
    name: String(form.get('name')),
    price: priceOf(String(form.get('price'))),
    active: form.has('active'),
  };
}

/** Nothing typed is no number, and not a product for nothing: JSON says null, which is refused. */
function priceOf(typed: string): number {
  return typed === '' ? Number.NaN : reaisFromCents(centsFromDigits(typed));
}
