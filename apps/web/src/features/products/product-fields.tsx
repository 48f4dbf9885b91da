import type { Product } from '@balcao/contract/products.ts';
import { type Cents, centsFromReais } from '@balcao/domain/money.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Typed } from '../../ui/dialogs/use-edit-dialog.ts';
import { amountTyped, MoneyField } from '../../ui/fields/money-field.tsx';

type Props = {
  product: Product | null;
  typed: Typed | undefined;
  errorAt: (field: string) => string | undefined;
};

/** What a product is made of. Nothing is required: the server says what it does not take. */
export function ProductFields({ product, typed, errorAt }: Props) {
  const [price, setPrice] = useState<Cents | null>(
    typed ? amountTyped(typed.price ?? '', null) : product && centsFromReais(product.price),
  );
  return (
    <>
      <TextInput
        label="Código do produto"
        name="code"
        error={errorAt('code')}
        defaultValue={typed?.code ?? product?.code}
        maxLength={30}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        label="Nome do produto"
        name="name"
        error={errorAt('name')}
        defaultValue={typed?.name ?? product?.name}
        maxLength={200}
        autoComplete="off"
      />
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
        defaultChecked={typed ? 'active' in typed : (product?.active ?? true)}
        mt={4}
      />
    </>
  );
}
