import type { Product } from '@balcao/contract/products.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { ListAndDialog, type ListWords } from '../../ui/lists/list-and-dialog.tsx';
import { CREATED_MS } from '../../ui/messages/outcome.ts';
import { ProductFields, productOf } from './product-fields.tsx';
import { listProducts, PRODUCTS_KEY, removeProduct, saveProduct } from './products.queries.ts';
import classes from './products-page.module.css';

const words: ListWords = {
  title: 'GERENCIAR PRODUTOS',
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

export function ProductsPage() {
  return (
    <ListAndDialog
      words={words}
      queryKey={PRODUCTS_KEY}
      read={listProducts}
      save={(product, form) => saveProduct(product, productOf(form))}
      remove={removeProduct}
      columns={columns}
      fields={ProductFields}
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
