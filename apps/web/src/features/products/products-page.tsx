import type { Product } from '@balcao/contract/products.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { ListAndDialog } from '../../ui/lists/list-and-dialog.tsx';
import { StatusDot } from '../../ui/lists/status-dot.tsx';
import { useListAddress } from '../../ui/lists/use-list-address.ts';
import { ProductFields } from './product-fields.tsx';
import { productOf } from './product-form.ts';
import { productWords } from './product-words.ts';
import { PRODUCTS_KEY, productsQuery, removeProduct, saveProduct } from './products.queries.ts';

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
  const queryClient = useQueryClient();
  const address = useListAddress();
  return (
    <ListAndDialog
      words={productWords}
      list={useQuery(productsQuery(address.slice))}
      address={address}
      columns={columns}
      fields={(product, typed, errorAt) => (
        <ProductFields product={product} typed={typed} errorAt={errorAt} />
      )}
      save={(product, form) => saveProduct(product, productOf(form))}
      remove={removeProduct}
      reload={() => queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY })}
    />
  );
}
