import type { Product } from '@balcao/contract/products.ts';
import {
  type Cents,
  centsFromDigits,
  centsFromReais,
  reaisFromCents,
} from '@balcao/domain/money.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { amountTyped, MoneyField } from '../../ui/fields/money-field.tsx';
import type { FieldsProps } from '../../ui/lists/list-and-dialog.tsx';

/** No field is required: the server refuses invalid values. */
export function ProductFields({ row, unsaved, errorAt, textField }: FieldsProps<Product>) {
  const [price, setPrice] = useState<Cents | null>(
    unsaved ? amountTyped(unsaved.price ?? '', null) : row && centsFromReais(row.price),
  );
  return (
    <>
      <TextInput {...textField('code')} label="Código do produto" maxLength={30} data-autofocus />
      <TextInput {...textField('name')} label="Nome do produto" maxLength={200} />
      <MoneyField
        label="Valor do produto"
        name="price"
        error={errorAt('price')}
        value={price}
        onChange={setPrice}
      />
      <Checkbox
        label="Ativo"
        name="active"
        defaultChecked={unsaved ? 'active' in unsaved : (row?.active ?? true)}
        mt={4}
      />
    </>
  );
}

/** The form in the contract's types. */
export function productOf(form: FormData) {
  const price = String(form.get('price'));
  return {
    code: String(form.get('code')),
    name: String(form.get('name')),
    // JSON writes NaN as null, which the server refuses; an empty price must not mean R$ 0,00.
    price: price === '' ? Number.NaN : reaisFromCents(centsFromDigits(price)),
    active: form.has('active'),
  };
}
