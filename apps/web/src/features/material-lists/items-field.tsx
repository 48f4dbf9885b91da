import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import type { CounterProduct } from '@balcao/contract/products/products.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { ActionIcon, Box, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { WholeNumber } from '../../ui/fields/whole-number.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { activeProductsQuery } from '../products/products.queries.ts';
import { ProductField } from '../products/search/product-field.tsx';
import { useProductIndex } from '../products/search/product-index.ts';

type Item = ListedMaterials['items'][number];

/** A quantity that is no whole number is null: the server refuses it. */
export type Items = readonly (Omit<Item, 'quantity'> & { quantity: number | null })[];

type Props = { items: Items; error: ReactNode; onChange: (items: Items) => void };

/** The products of a list with their quantities. A code that is typed or scanned, with Enter, adds one. */
export function ItemsField({ items, error, onChange }: Props) {
  const { data: products } = useQuery(activeProductsQuery);
  const search = useRef<HTMLInputElement>(null);
  const [unknown, setUnknown] = useState<string>();
  const set = (product: number, change: Partial<Items[number]>) =>
    onChange(items.map((item) => (item.product === product ? { ...item, ...change } : item)));
  const add = ({ id, code, name }: CounterProduct) => {
    setUnknown(undefined);
    const listed = items.find((item) => item.product === id);
    if (listed) set(id, { quantity: Math.min(MAX_QUANTITY, (listed.quantity ?? 0) + 1) });
    else onChange([...items, { product: id, quantity: 1, code, name }]);
  };
  return (
    <div>
      <ProductField
        ref={search}
        index={useProductIndex(products)}
        label="Acrescentar produto"
        onProduct={add}
        onUnknown={setUnknown}
      />
      <Say rank="refusal" place="field" mt={4}>
        {unknown === undefined ? error : `Nenhum produto à venda tem o código ${unknown}.`}
      </Say>
      <Box component="ul" aria-label="Produtos da lista" m={0} mt={6} p={0}>
        {items.map(({ product, quantity, code, name, gone }) => (
          <Group key={product} component="li" gap={8} wrap="nowrap" py={3}>
            <Text span inherit flex={1} miw={0} td={gone ? 'line-through' : 'none'}>
              {name}
              <Text component="small" display="block" size="xs" c="dimmed" td="none">
                {code}
                {gone && ' · não se vende mais: fica de fora'}
              </Text>
            </Text>
            <WholeNumber
              w="4rem"
              styles={{ input: { textAlign: 'right' } }}
              aria-label={`Quantidade: ${name}`}
              value={quantity === 0 ? undefined : quantity}
              max={MAX_QUANTITY}
              onChange={(typed) => set(product, { quantity: typed === undefined ? 0 : typed })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                search.current?.focus();
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Tirar da lista: ${name}`}
              onClick={() => {
                onChange(items.filter((item) => item.product !== product));
                search.current?.focus();
              }}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Box>
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          Nenhum produto ainda.
        </Text>
      )}
    </div>
  );
}
