import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { ListedProduct } from '@balcao/contract/products/products.ts';
import { type Cents, centsFromReais, formatCents, reaisFromCents } from '@balcao/domain/money.ts';
import { Checkbox, TextInput } from '@mantine/core';
import type { EditForm, FieldsProps } from '../../ui/dialogs/edit-form.ts';
import { MoneyField } from '../../ui/fields/money-field.tsx';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { ListAndDialog, type ListWords } from '../../ui/lists/list-and-dialog.tsx';
import { CREATED_MS } from '../../ui/messages/outcome.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { ImportButton } from '../imports/import-button.tsx';
import { usePicking } from './prices/use-picking.tsx';
import { listProducts, PRODUCTS_KEY, removeProduct, saveProduct } from './products.queries.ts';
import classes from './products-page.module.css';

const productWords: ListWords = {
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

const productColumns: readonly DataColumn<ListedProduct>[] = [
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

const PRODUCT_EXPORTS = [{ list: 'products', label: 'Produtos' }] as const;

export function ProductsPage() {
  const picking = usePicking(PRODUCTS_KEY);
  return (
    <ListAndDialog
      words={productWords}
      queryKey={PRODUCTS_KEY}
      read={listProducts}
      remove={removeProduct}
      columns={[...picking.columns, ...productColumns]}
      form={form}
      tools={(search) => (
        <>
          <ImportButton what="products" queryKey={PRODUCTS_KEY} />
          <ExportButton lists={PRODUCT_EXPORTS} filter={{ search }} />
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

type Input = { code: string; name: string; price: Cents | null; active: boolean };

const form: EditForm<ListedProduct, Input> = {
  inputOf: (product) =>
    product
      ? {
          code: product.code,
          name: product.name,
          price: centsFromReais(product.price),
          active: product.active,
        }
      : { code: '', name: '', price: null, active: true },
  nullable: ['price'],
  notRestored: ['price', 'active'],
  // JSON writes NaN as null, which the server refuses; an empty price must not mean R$ 0,00.
  save: (product, input) =>
    saveProduct(product, {
      ...input,
      price: input.price === null ? Number.NaN : reaisFromCents(input.price),
    }),
  fields: ProductFields,
};

/** No field is required: the server refuses invalid values. */
function ProductFields({ fields }: FieldsProps<Input>) {
  return (
    <>
      <TextInput
        {...fields.text('code')}
        label="Código do produto"
        maxLength={MAX_LENGTH.productCode}
        data-autofocus
      />
      <TextInput
        {...fields.text('name')}
        label="Nome do produto"
        maxLength={MAX_LENGTH.productName}
      />
      <MoneyField {...fields.input('price')} label="Valor do produto" />
      <Checkbox {...fields.checkbox('active')} label="Ativo" mt={4} />
    </>
  );
}
