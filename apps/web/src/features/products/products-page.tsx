import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { Product } from '@balcao/contract/products.ts';
import {
  type Cents,
  centsFromDigits,
  centsFromReais,
  formatCents,
  reaisFromCents,
} from '@balcao/domain/money.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { amountTyped, MoneyField } from '../../ui/fields/money-field.tsx';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import {
  type FieldsProps,
  ListAndDialog,
  type ListWords,
} from '../../ui/lists/list-and-dialog.tsx';
import { CREATED_MS } from '../../ui/messages/outcome.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { ImportButton } from '../imports/import-button.tsx';
import { PriceHistory } from './prices/price-history.tsx';
import { usePicking } from './prices/use-picking.tsx';
import { listProducts, PRODUCTS_KEY, removeProduct, saveProduct } from './products.queries.ts';
import classes from './products-page.module.css';

const words: ListWords = {
  title: 'GERENCIAR PRODUTOS',
  help: 'cadastrar-produtos',
  search: 'Buscar produto',
  add: '+ Adicionar produto',
  empty: 'Nenhum produto cadastrado',
  // The specification has two spaces.
  newTitle: 'Novo  Produto',
  editTitle: 'Editar  Produto',
  create: {
    done: 'Produto criado com sucesso!',
    failed: 'Erro ao criar o produto.',
    doneMs: CREATED_MS,
  },
  edit: {
    done: 'Produto Editado com sucesso!',
    failed: 'Erro ao editar o produto.',
  },
  remove: {
    askInList: 'Tem certeza que deseja excluir este produto?',
    askInDialog: 'Tem certeza que deseja excluir o produto?',
    done: 'Produto excluído com sucesso!',
    failed: 'Erro ao excluir o produto.',
  },
};

const columns: readonly DataColumn<Product>[] = [
  { header: 'Código', cell: ({ code }) => code, width: '12rem' },
  { header: 'Nome', cell: ({ name }) => name, place: 'title' },
  {
    header: 'Valor',
    cell: ({ price }) => formatCents(centsFromReais(price)),
    width: '11rem',
    place: 'amount',
  },
  {
    header: 'Status',
    cell: ({ active }) => <StatusDot active={active} />,
    width: '7rem',
  },
];

const EXPORTS = [{ list: 'products', label: 'Produtos' }] as const;

export function ProductsPage() {
  const picking = usePicking(PRODUCTS_KEY);
  return (
    <ListAndDialog
      words={words}
      queryKey={PRODUCTS_KEY}
      read={listProducts}
      save={(product, form) => saveProduct(product, productOf(form, product))}
      remove={removeProduct}
      columns={[...picking.columns, ...columns]}
      fields={ProductFields}
      tools={(search) => (
        <>
          <ImportButton
            what="products"
            queryKey={PRODUCTS_KEY}
            load={() => import('./prices/prices.tsx')}
          />
          <ExportButton lists={EXPORTS} filter={{ search }} />
          {picking.button}
        </>
      )}
      bar={picking.bar}
    />
  );
}

/** Its shape, tooltip and name tell the two states apart without colour. */
function StatusDot({ active }: { active: boolean }) {
  const name = active ? 'Ativo' : 'Inativo';
  return (
    <span role="img" aria-label={name} title={name} className={classes.dot} data-active={active} />
  );
}

/** No field is required: the server refuses invalid values. */
function ProductFields({ row, unsaved, errorAt, textField }: FieldsProps<Product>) {
  const [price, setPrice] = useState<Cents | null>(
    unsaved ? amountTyped(unsaved.price ?? '', null) : row && centsFromReais(row.price),
  );
  return (
    <>
      <TextInput
        {...textField('code')}
        label="Código do produto"
        maxLength={MAX_LENGTH.productCode}
        data-autofocus
      />
      <TextInput
        {...textField('name')}
        label="Nome do produto"
        maxLength={MAX_LENGTH.productName}
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
        defaultChecked={unsaved ? 'active' in unsaved : (row?.active ?? true)}
        mt={4}
      />
      <Checkbox
        label="Fixar na grade do PDV"
        name="pinned"
        defaultChecked={unsaved ? 'pinned' in unsaved : (row?.pinned ?? false)}
      />
      {row && <PriceHistory key={row.id} product={row.id} />}
    </>
  );
}

/** The form in the contract's types. The specification's body stands alone while nobody pins a product. */
export function productOf(form: FormData, product: Product | null) {
  const price = String(form.get('price'));
  const pinned = form.has('pinned');
  return {
    code: String(form.get('code')),
    name: String(form.get('name')),
    // JSON writes NaN as null, which the server refuses; an empty price must not mean R$ 0,00.
    price: price === '' ? Number.NaN : reaisFromCents(centsFromDigits(price)),
    active: form.has('active'),
    ...(pinned !== (product?.pinned ?? false) && { pinned }),
  };
}
