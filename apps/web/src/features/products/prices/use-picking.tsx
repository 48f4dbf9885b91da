import type { PickedProducts } from '@balcao/contract/products/picked-products.ts';
import type { ListedProduct } from '@balcao/contract/products/products.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconPinnedFilled } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { useListAddress } from '../../../ui/lists/use-list.ts';
import { useIncomeName } from '../../institution/income-names.ts';
import { PriceBar } from './price-bar.tsx';

/** Single products by id, each with its name, or with a search all that it finds without those. */
type Picked = { readonly search?: string; readonly names: ReadonlyMap<number, string> };

const NONE: Picked = { names: new Map() };

type Found = { count: number; rows: readonly ListedProduct[] };

/**
 * Picks products of the list, for what is done with many of them and for what their dialog, which is the
 * specification's, does not have. Nothing shows until it is opened.
 */
export function usePicking(productsKey: QueryKey) {
  const { search } = useListAddress().slice;
  const [isOpen, setIsOpen] = useState(false);
  const nameOf = useIncomeName();
  const [all, setPicked] = useState(NONE);
  // All of a search are no longer those of the next one, until it is back; single products stay.
  const isOfAnother = all.search !== undefined && all.search !== search;
  const picked = isOfAnother ? NONE : all;
  const isPicked = (id: number) => (picked.search === undefined) === picked.names.has(id);

  const toggle = ({ id, name }: ListedProduct) => {
    const names = new Map(picked.names);
    if (!names.delete(id)) names.set(id, name);
    setPicked({ ...picked, names });
  };
  const close = () => {
    setIsOpen(false);
    setPicked(NONE);
  };
  const columns: readonly DataColumn<ListedProduct>[] = [
    {
      header: 'Marcar',
      hideHeader: true,
      width: '44px',
      place: 'pick',
      cell: (product) => (
        <Checkbox
          aria-label={`Marcar ${product.name}`}
          checked={isPicked(product.id)}
          onChange={() => toggle(product)}
        />
      ),
    },
    {
      header: 'Grade',
      width: '5rem',
      cell: ({ pinned }) =>
        pinned && <IconPinnedFilled size={18} role="img" aria-label="Na grade do PDV" />,
    },
    {
      header: 'Receita de',
      width: '10rem',
      cell: ({ income }) => income && nameOf(income),
    },
  ];

  return {
    columns: isOpen ? columns : [],
    button: (
      <Button
        variant={isOpen ? 'light' : 'default'}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      >
        Marcar produtos
      </Button>
    ),
    bar: ({ count, rows }: Found) =>
      isOpen && (
        <PriceBar
          count={picked.search === undefined ? picked.names.size : count - picked.names.size}
          only={onlyOne(picked, count, rows)}
          products={asRequest(picked)}
          productsKey={productsKey}
          found={count}
          onPage={rows.length}
          searched={search !== ''}
          hasAnother={isOfAnother}
          onPickPage={() =>
            setPicked({
              names: new Map([
                ...(picked.search === undefined ? picked.names : []),
                ...rows.map(({ id, name }) => [id, name] as const),
              ]),
            })
          }
          onPickAll={() => setPicked({ search, names: new Map() })}
          onClear={() => setPicked(NONE)}
        />
      ),
  };
}

/** The product that alone is picked; of a whole search it has to be on this page. */
function onlyOne({ search, names }: Picked, count: number, rows: readonly ListedProduct[]) {
  if (search !== undefined) {
    return count - names.size === 1 ? rows.find(({ id }) => !names.has(id)) : undefined;
  }
  const [one, another] = names;
  return one && !another ? { id: one[0], name: one[1] } : undefined;
}

function asRequest({ search, names }: Picked): PickedProducts {
  const ids = [...names.keys()];
  return search === undefined ? { ids } : { search, except: ids };
}
