import type { Product } from '@balcao/contract/products.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { ListAndDialog } from '../../ui/lists/list-and-dialog.tsx';
import { ProductFields, productOf } from './product-fields.tsx';
import { productWords } from './product-words.ts';
import { listProducts, PRODUCTS_KEY, removeProduct, saveProduct } from './products.queries.ts';
import classes from './products-page.module.css';

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
      words={productWords}
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
