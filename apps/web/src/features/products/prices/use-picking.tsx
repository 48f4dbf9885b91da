import type { PickedProducts } from '@balcao/contract/price-changes.ts';
import type { Product } from '@balcao/contract/products.ts';
import { Button, Checkbox } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useCode } from '../../../api/use-code.ts';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { useListAddress } from '../../../ui/lists/use-list-address.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';

/** Single products or, with a search, all that it finds without those. */
type Picked = { readonly search?: string; readonly ids: ReadonlySet<number> };

const NONE: Picked = { ids: new Set() };

type Found = { count: number; rows: readonly Product[] };

/** Picks products of the list to change their prices together. Nothing shows until it is opened. */
export function usePicking(productsKey: QueryKey) {
  const { search } = useListAddress().slice;
  const [isOpen, setIsOpen] = useState(false);
  const [all, setPicked] = useState(NONE);
  // All of a search are no longer those of the next one, until it is back; single products stay.
  const isOfAnother = all.search !== undefined && all.search !== search;
  const picked = isOfAnother ? NONE : all;
  const isPicked = (id: number) => (picked.search === undefined) === picked.ids.has(id);
  const code = useCode('prices', () => import('./prices.tsx'), isOpen);

  const toggle = (id: number) => {
    const ids = new Set(picked.ids);
    if (!ids.delete(id)) ids.add(id);
    setPicked({ ...picked, ids });
  };
  const close = () => {
    setIsOpen(false);
    setPicked(NONE);
  };
  const column: DataColumn<Product> = {
    header: 'Marcar',
    hideHeader: true,
    width: '44px',
    place: 'pick',
    cell: ({ id, name }) => (
      <Checkbox aria-label={`Marcar ${name}`} checked={isPicked(id)} onChange={() => toggle(id)} />
    ),
  };

  return {
    columns: isOpen ? [column] : [],
    button: (
      <Button
        variant={isOpen ? 'light' : 'default'}
        aria-expanded={isOpen}
        loading={code.isFetching}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      >
        Alterar preços
      </Button>
    ),
    bar: ({ count, rows }: Found) =>
      isOpen && (
        <>
          <LoadNotice query={code} failed="Não foi possível abrir." />
          {code.data && (
            <code.data.PriceBar
              count={picked.search === undefined ? picked.ids.size : count - picked.ids.size}
              products={asRequest(picked)}
              productsKey={productsKey}
              found={count}
              onPage={rows.length}
              searched={search !== ''}
              hasAnother={isOfAnother}
              onPickPage={() =>
                setPicked({ ids: new Set([...singles(picked), ...rows.map(({ id }) => id)]) })
              }
              onPickAll={() => setPicked({ search, ids: new Set() })}
              onClear={() => setPicked(NONE)}
            />
          )}
        </>
      ),
  };
}

const singles = ({ search, ids }: Picked) => (search === undefined ? ids : []);

function asRequest({ search, ids }: Picked): PickedProducts {
  return search === undefined ? { ids: [...ids] } : { search, except: [...ids] };
}
