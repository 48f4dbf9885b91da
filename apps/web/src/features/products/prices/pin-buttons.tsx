import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { PickedProducts } from '@balcao/contract/products/price-changes.ts';
import { Button, Text } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { products as productsText } from './price-words.ts';

type Props = {
  /** How many are picked. */
  count: number;
  products: PickedProducts;
  productsKey: QueryKey;
};

/** Puts the picked products among the first of the counter's grid, or takes them from there. */
export function PinButtons({ count, products, productsKey }: Props) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (body: BodyOf<Endpoints['pinProducts']>) => call('pinProducts', { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: productsKey }),
    onError: (error) => console.error('Erro ao mudar a grade do PDV.', error),
  });
  const { data, variables, isError } = change;
  // Another choice needs no word about this one.
  const isOfThese = JSON.stringify(variables?.products) === JSON.stringify(products);
  const button = (pinned: boolean, label: string) => (
    <Button
      variant="subtle"
      disabled={count === 0}
      loading={change.isPending && variables?.pinned === pinned}
      onClick={() => change.mutate({ products, pinned })}
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
          {productsText(data.products)} {variables?.pinned ? 'na grade do PDV.' : 'fora da grade.'}
        </Text>
      )}
      {button(true, 'Fixar na grade do PDV')}
      {button(false, 'Tirar da grade')}
    </>
  );
}
