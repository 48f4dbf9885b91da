import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import type { CounterProduct } from '@balcao/contract/products/products.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { ActionIcon, Box, Group, Input, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { quantityOf } from '../../ui/fields/quantity.ts';
import type { SearchResult } from '../../ui/fields/search-options.tsx';
import { SearchSelect } from '../../ui/fields/search-select.tsx';
import { activeProductsQuery } from '../products/products.queries.ts';

export type Items = ListedMaterials['items'];

type Props = { items: Items; error: string | undefined; onChange: (items: Items) => void };

/** The products of a list with their quantities. A code that is typed or scanned, with Enter, adds one. */
export function ItemsField({ items, error, onChange }: Props) {
  const { data: products } = useQuery(activeProductsQuery);
  const search = useRef<HTMLInputElement>(null);
  const find = useCallback((text: string) => found(products ?? [], text), [products]);
  const set = (product: number, change: Partial<Items[number]>) =>
    onChange(items.map((item) => (item.product === product ? { ...item, ...change } : item)));
  const add = (key: string) => {
    const product = products?.find(({ id }) => `${id}` === key);
    if (!product) return;
    const { id, code, name } = product;
    const listed = items.find((item) => item.product === id);
    if (listed) set(id, { quantity: Math.min(MAX_QUANTITY, listed.quantity + 1) });
    else onChange([...items, { product: id, quantity: 1, code, name }]);
  };
  return (
    <div>
      <SearchSelect
        inputRef={search}
        label="Acrescentar produto"
        name="Acrescentar produto"
        chosen=""
        search={find}
        onPick={add}
        onClear={() => {}}
        nothingFound={products ? 'Nenhum produto encontrado.' : 'Carregando os produtos…'}
      />
      <Input.Error mt={4}>{error}</Input.Error>
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
            <TextInput
              w="4rem"
              styles={{ input: { textAlign: 'right' } }}
              inputMode="numeric"
              autoComplete="off"
              aria-label={`Quantidade: ${name}`}
              value={quantity || ''}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) =>
                set(product, {
                  quantity: Math.min(MAX_QUANTITY, quantityOf(event.currentTarget.value)),
                })
              }
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

const MOST_OPTIONS = 50;

/** The product of this code comes first. */
function found(products: readonly CounterProduct[], text: string): SearchResult {
  const code = foldText(text);
  const words = searchWords(text);
  const all = products
    .filter((product) => holdsWords(foldText(`${product.code} ${product.name}`), words))
    .sort((a, b) => Number(foldText(b.code) === code) - Number(foldText(a.code) === code));
  const options = all.slice(0, MOST_OPTIONS).map(({ id, code: lead, name: label, price }) => ({
    ...{ key: `${id}`, lead, label, detail: formatCents(centsFromReais(price)) },
  }));
  return { options, more: all.length - options.length };
}
