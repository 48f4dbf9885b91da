import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { Product } from '@balcao/contract/products/products.ts';
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
  notRestored: 'Valor e Ativo são os de agora.',
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
      save={(product, form) => saveProduct(product, productOf(form))}
      remove={removeProduct}
      columns={[...picking.columns, ...columns]}
      fields={ProductFields}
      tools={(search) => (
        <>
          <ImportButton what="products" queryKey={PRODUCTS_KEY} />
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
  const name = active ? 'À venda' : 'Fora de venda';
  return (
    <span role="img" aria-label={name} title={name} className={classes.dot} data-active={active} />
  );
}

/** No field is required: the server refuses invalid values. */
function ProductFields({ row, unsaved, errorAt, textField }: FieldsProps<Product>) {
  const [price, setPrice] = useState<Cents | null>(
    row ? centsFromReais(row.price) : amountTyped(unsaved?.price ?? '', null),
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
        defaultChecked={row ? row.active : !unsaved || 'active' in unsaved}
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
