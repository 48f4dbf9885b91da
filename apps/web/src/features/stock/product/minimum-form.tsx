import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { wordsOf } from '../../../ui/messages/outcome.ts';
import { STOCK_KEY } from '../stock.queries.ts';
import type { Sized } from '../stock-rows.ts';

type Props = { product: Sized; all: readonly Sized[] };

/** From how few pieces on a product is missed; an empty field is none. */
export function MinimumForm({ product, all }: Props) {
  const queries = useQueryClient();
  const [text, setText] = useState(`${product.minimum ?? ''}`);
  const [ofAll, setOfAll] = useState(false);
  const saving = useMutation({
    mutationFn: () =>
      call('setMinimum', {
        body: {
          products: (ofAll ? all : [product]).map(({ id }) => id),
          minimum: text === '' ? null : Number(text),
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: STOCK_KEY }),
    onError: (error) => console.error('The minimum was not saved', error),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Group component="form" align="flex-end" gap="sm" my="xs" {...{ onSubmit: save }}>
      <TextInput
        label="Mínimo"
        w="6rem"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value.replace(/\D/g, ''));
          saving.reset();
        }}
        error={wordsOf(saving.error)}
      />
      <Button type="submit" variant="default" loading={saving.isPending}>
        {saving.isSuccess ? 'Mínimo salvo' : 'Salvar mínimo'}
      </Button>
      {all.length > 1 && (
        <Checkbox
          mb={8}
          label="Em todos os tamanhos"
          checked={ofAll}
          onChange={(event) => setOfAll(event.currentTarget.checked)}
        />
      )}
    </Group>
  );
}
