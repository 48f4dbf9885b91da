import type { CounterProduct } from '@balcao/contract/products/products.ts';
import { Flex, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type ReactNode, useCallback, useMemo, useState } from 'react';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { studentCardQuery } from '../../institution/institution.queries.ts';
import { allListsQuery } from '../../material-lists/material-lists.queries.ts';
import { activeProductsQuery, inactiveProductsQuery } from '../../products/products.queries.ts';
import { ExchangeCard } from '../exchange/exchange-card.tsx';
import goods from '../grid/product-grid.module.css';
import { GridPanel } from '../grid/product-grid.tsx';
import classes from '../parts/counter-page.module.css';
import { CounterStep, GroupCard } from '../parts/counter-step.tsx';
import { PersonSection } from '../people/person-section.tsx';
import { type CounterAction, type CounterState, flagOf } from '../sale/counter-state.ts';
import { lineOf, type SaleItem } from '../sale/sale-item.ts';
import { OtherSizes } from '../sizes/other-sizes.tsx';
import { ItemTable } from './item-table.tsx';
import { OrderEnd } from './order-end.tsx';
import { type EarlyCodes, ProductEntry } from './product-entry.tsx';
import { indexInactive, indexProducts, outdatedItems } from './product-search.ts';

/** The products of the counter, indexed for searching, and the names of the inactive ones by code. */
export function useProducts() {
  const { data: lists } = useQuery(allListsQuery);
  const { data: ofStudents } = useQuery(studentCardQuery);
  const card = ofStudents?.card;
  const select = useCallback(
    (products: readonly CounterProduct[]) =>
      indexProducts(products, { ...(lists && { lists }), ...(card && { card }) }),
    [lists, card],
  );
  const active = useQuery({ ...activeProductsQuery, select });
  const inactive = useQuery({ ...inactiveProductsQuery, select: indexInactive });
  const [codes, setCodes] = useState<readonly string[]>([]);
  const early = useMemo<EarlyCodes>(
    () => ({
      codes,
      keep: (code) => setCodes((before) => [...before, code]),
      dropFirst: () => setCodes(([, ...rest]) => rest),
    }),
    [codes],
  );
  return { active, inactive, early };
}

const nameOf = (items: readonly SaleItem[], productId: number | null) =>
  productId === null ? undefined : lineOf(items, productId)?.product.name;

type OrderStepProps = {
  state: CounterState;
  products: ReturnType<typeof useProducts>;
  /** The reads that did not go in. */
  missed: ReactNode;
  onSale: (sale: number) => void;
  dispatch: Dispatch<CounterAction>;
};

/** Step 1: client, student and products. */
export function OrderStep(props: OrderStepProps) {
  const { state, products, missed, onSale, dispatch } = props;
  const { draft, entry, entryProblem, obstacle, sort } = state;
  const { active, inactive, early } = products;
  const { data: index } = active;
  const approved = flagOf(state) === 1;
  const { items } = draft;
  const { duplicate, justAdded, newest, unread } = state;
  const { data: inactiveCodes, refetch } = inactive;
  // Neither these fields nor a hundred rows are rendered at key presses in the others.
  const fields = useMemo(
    () => (
      <ProductEntry
        entry={entry}
        problem={entryProblem}
        unread={unread}
        index={index}
        early={early}
        inactive={inactiveCodes}
        refetchInactive={refetch}
        hasItems={items.length > 0}
        counts={nameOf(items, justAdded)}
        asking={duplicate !== null}
        onSale={onSale}
        dispatch={dispatch}
      />
    ),
    [
      entry,
      entryProblem,
      unread,
      index,
      early,
      inactiveCodes,
      refetch,
      items,
      justAdded,
      duplicate,
      onSale,
      dispatch,
    ],
  );
  const table = useMemo(() => {
    const outdated = outdatedItems(items, index);
    return (
      <ItemTable
        items={items}
        sort={sort}
        newest={newest}
        outdated={outdated}
        dispatch={dispatch}
      />
    );
  }, [items, index, sort, newest, dispatch]);

  return (
    <CounterStep number={1} resting={approved}>
      <Stack gap={8} className={classes.order}>
        {draft.exchange ? (
          <ExchangeCard exchange={draft.exchange} />
        ) : (
          <Flex wrap="wrap" gap={8}>
            <PersonSection party="client" />
            <PersonSection party="student" />
          </Flex>
        )}
        <GroupCard title="PRODUTOS">
          <LoadNotice
            query={active}
            empty={index?.ofId.size === 0}
            failed="Não foi possível carregar os produtos."
            nothing="Nenhum produto ativo. Um administrador cadastra produtos em Ger. Produtos."
          />
          {draft.exchange && index && !approved && (
            <OtherSizes exchange={draft.exchange} models={index.models()} dispatch={dispatch} />
          )}
          {fields}
          {missed}
          <div className={goods.goods}>
            <GridPanel products={index?.ofId} items={items} dispatch={dispatch} />
            {table}
          </div>
        </GroupCard>
        <OrderEnd
          state={state}
          obstacle={approved ? undefined : obstacle?.message}
          dispatch={dispatch}
        />
      </Stack>
    </CounterStep>
  );
}
