import { Button, Flex, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, useMemo } from 'react';
import { activeProductsQuery, inactiveProductsQuery } from '../../products/products.queries.ts';
import classes from '../parts/counter-page.module.css';
import { GroupCard } from '../parts/group-card.tsx';
import { LoadNotice } from '../parts/load-notice.tsx';
import { ClientSection, StudentSection } from '../people/person-section.tsx';
import type { CounterAction, CounterState } from '../sale/counter-state.ts';
import { ItemTable } from './item-table.tsx';
import { ProductEntry } from './product-entry.tsx';
import { indexInactive, indexProducts, outdatedItems } from './product-search.ts';

/** The products of the counter, indexed for searching, and the names of the inactive ones by code. */
export function useProducts() {
  const active = useQuery({ ...activeProductsQuery, select: indexProducts });
  const inactive = useQuery({ ...inactiveProductsQuery, select: indexInactive });
  return { active, inactive };
}

type Props = {
  state: CounterState;
  products: ReturnType<typeof useProducts>;
  dispatch: Dispatch<CounterAction>;
  onHelp: () => void;
};

/** Step 1: client, student and products. */
export function OrderStep({ state, products, dispatch, onHelp }: Props) {
  const { draft, entry, entryProblem, flag, obstacle, sort } = state;
  const { active, inactive } = products;
  const { data: index } = active;
  const approved = flag === 1;
  const outdated = useMemo(() => outdatedItems(draft.items, index), [draft.items, index]);

  return (
    <Stack gap={12} miw={0} data-resting={approved || undefined} inert={approved}>
      <Flex wrap="wrap" gap={12} className={classes.people}>
        <ClientSection client={draft.client} invalid={obstacle?.field} dispatch={dispatch} />
        <StudentSection student={draft.student} dispatch={dispatch} />
      </Flex>
      <GroupCard title="PRODUTOS">
        <LoadNotice
          query={active}
          empty={index?.byCode.length === 0}
          failed="Não foi possível carregar os produtos."
          nothing="Nenhum produto ativo. Um administrador cadastra produtos em Ger. Produtos."
        />
        <ProductEntry
          entry={entry}
          problem={entryProblem}
          index={index}
          inactive={inactive.data}
          refetchInactive={inactive.refetch}
          hasItems={draft.items.length > 0}
          locked={approved}
          dispatch={dispatch}
        />
        <ItemTable
          items={draft.items}
          sort={sort}
          outdated={outdated}
          locked={approved}
          dispatch={dispatch}
        />
      </GroupCard>
      <Group gap={12} justify="flex-end">
        <Text role="alert" size="sm" c="red.7" fw={600} flex="1 1 16rem">
          {flag === 0 && obstacle?.message}
        </Text>
        <Button variant="subtle" color="gray" onClick={onHelp}>
          Atalhos (?)
        </Button>
        <Button
          id="close-order"
          color="green"
          size="md"
          miw="12rem"
          onClick={() => dispatch({ type: 'order-closed' })}
          // An Enter held down since the last field must not press this too.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          FECHAR PEDIDO
        </Button>
      </Group>
    </Stack>
  );
}
