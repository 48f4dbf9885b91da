import { Button, Checkbox, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { NOT_WHOLE } from '../../../ui/fields/quantity.ts';
import { type Whole, WholeNumber } from '../../../ui/fields/whole-number.tsx';
import { wordsOf } from '../../../ui/messages/outcome.ts';
import { STOCK_KEY } from '../stock.queries.ts';
import type { Sized } from '../stock-rows.ts';

type Props = { product: Sized; all: readonly Sized[] };

/** From how few pieces on a product is missed; an empty field is none. */
export function MinimumForm({ product, all }: Props) {
  const queries = useQueryClient();
  const [minimum, setMinimum] = useState<Whole>(product.minimum ?? undefined);
  const [ofAll, setOfAll] = useState(false);
  const saving = useMutation({
    mutationFn: () =>
      call('setMinimum', {
        body: {
          products: (ofAll ? all : [product]).map(({ id }) => id),
          minimum: minimum ?? null,
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: STOCK_KEY }),
    onError: (error) => console.error('The minimum was not saved', error),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (minimum !== null) saving.mutate();
  };
  return (
    <Group component="form" align="flex-end" gap="sm" my="xs" {...{ onSubmit: save }}>
      <WholeNumber
        label="Mínimo"
        w="6rem"
        max={99_999}
        value={minimum}
        onChange={(typed) => {
          setMinimum(typed);
          saving.reset();
        }}
        error={minimum === null ? NOT_WHOLE : wordsOf(saving.error)}
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
