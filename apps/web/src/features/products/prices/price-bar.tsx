import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { PickedProducts } from '@balcao/contract/products/price-changes.ts';
import { Button, Group, Paper, Text } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { PriceDialog } from './price-dialog.tsx';
import { PriceHistoryDialog } from './price-history-dialog.tsx';
import { products } from './price-words.ts';

type Props = {
  /** How many are picked. */
  count: number;
  /** The one that is, if it is the only one. */
  only: { id: number; name: string } | undefined;
  products: PickedProducts;
  productsKey: QueryKey;
  /** How many the list has, and how many of them this page has. */
  found: number;
  onPage: number;
  searched: boolean;
  /** All of another search are picked, but not here. */
  hasAnother: boolean;
  onPickPage: () => void;
  onPickAll: () => void;
  onClear: () => void;
};

/** How many products are picked, and what can be done with them. */
export function PriceBar(props: Props) {
  const { count, only, products: picked, productsKey, found, onPage, searched, hasAnother } = props;
  const none = hasAnother
    ? 'Os produtos da outra busca só ficam marcados nela. Altere os preços de uma busca por vez.'
    : 'Marque os produtos na lista.';
  const [opened, setOpened] = useState<'change' | 'recent' | 'history'>();
  const close = () => setOpened(undefined);
  return (
    <Paper
      component="section"
      aria-label="Produtos marcados"
      withBorder
      px={14}
      py={8}
      mb={10}
      bg="var(--surface-accent)"
    >
      <Group gap="8px 16px" justify="space-between">
        <Group gap="4px 12px">
          <Text inherit role="status" fw={600} className="money">
            {count === 0 ? none : `${products(count)} na seleção`}
          </Text>
          {onPage > 0 && onPage < found && (
            <Button size="compact-sm" variant="subtle" onClick={props.onPickPage}>
              Marcar esta página
            </Button>
          )}
          {found > 0 && (
            <Button size="compact-sm" variant="subtle" onClick={props.onPickAll}>
              {searched ? `Marcar todos os ${found} desta busca` : `Marcar todos os ${found}`}
            </Button>
          )}
          {count > 0 && (
            <Button size="compact-sm" variant="subtle" onClick={props.onClear}>
              Desmarcar
            </Button>
          )}
        </Group>
        <Group gap="6px 10px">
          <PinButtons count={count} products={picked} productsKey={productsKey} />
          {only && (
            <Button variant="subtle" onClick={() => setOpened('history')}>
              Histórico do preço
            </Button>
          )}
          <Button variant="subtle" onClick={() => setOpened('recent')}>
            Alterações recentes
          </Button>
          <Button disabled={count === 0} onClick={() => setOpened('change')}>
            Alterar preços ({count})
          </Button>
        </Group>
      </Group>
      {opened === 'history' && only && <PriceHistoryDialog product={only} onClose={close} />}
      {opened && opened !== 'history' && (
        <PriceDialog
          start={opened}
          count={count}
          products={picked}
          productsKey={productsKey}
          onClose={close}
          onChanged={props.onClear}
        />
      )}
    </Paper>
  );
}

type PinProps = {
  /** How many are picked. */
  count: number;
  products: PickedProducts;
  productsKey: QueryKey;
};

/** Puts the picked products among the first of the counter's grid, or takes them from there. */
function PinButtons({ count, products: picked, productsKey }: PinProps) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (body: BodyOf<Endpoints['pinProducts']>) => call('pinProducts', { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: productsKey }),
    onError: (error) => console.error('Erro ao mudar a grade do PDV.', error),
  });
  const { data, variables, isError } = change;
  // Another choice needs no word about this one.
  const isOfThese = JSON.stringify(variables?.products) === JSON.stringify(picked);
  const button = (pinned: boolean, label: string) => (
    <Button
      variant="subtle"
      disabled={count === 0}
      loading={change.isPending && variables?.pinned === pinned}
      onClick={() => change.mutate({ products: picked, pinned })}
    >
      {label}
    </Button>
  );
  return (
    <>
      {isOfThese && isError && (
        <Text inherit role="alert" fw={600} c="red">
          Erro ao mudar a grade do PDV.
        </Text>
      )}
      {isOfThese && data && (
        <Text inherit role="status" className="money">
          {products(data.products)} {variables?.pinned ? 'na grade do PDV.' : 'fora da grade.'}
        </Text>
      )}
      {button(true, 'Fixar na grade do PDV')}
      {button(false, 'Tirar da grade')}
    </>
  );
}
