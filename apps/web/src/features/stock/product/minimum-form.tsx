import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { isNotWhole, quantityOf, quantityText } from '../../../ui/fields/quantity.ts';
import { ProblemLine } from '../../../ui/messages/problem-line.tsx';
import { useChange } from '../../../ui/messages/use-change.ts';
import { STOCK_KEY } from '../stock.queries.ts';
import type { Sized } from '../stock-rows.ts';

const WORDS = { done: 'Mínimo salvo.', failed: 'O mínimo não foi salvo. Tente de novo.' };

type Props = { product: Sized; all: readonly Sized[] };

/** From how few pieces on a product is missed; an empty field is none. */
export function MinimumForm({ product, all }: Props) {
  const [text, setText] = useState(product.minimum === null ? '' : `${product.minimum}`);
  const [ofAll, setOfAll] = useState(false);
  const change = useChange({ reloads: STOCK_KEY });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isNotWhole(text)) return;
    const products = (ofAll ? all : [product]).map(({ id }) => id);
    const minimum = text === '' ? null : quantityOf(text);
    void change.run(() => call('setMinimum', { body: { products, minimum } }), WORDS);
  };
  return (
    <form onSubmit={save}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Mínimo"
          w="6rem"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={text}
          error={isNotWhole(text)}
          onChange={(event) => setText(quantityText(event.currentTarget.value, text))}
        />
        <Button type="submit" variant="default" loading={change.isPending}>
          Salvar mínimo
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
      {change.outcome?.tone === 'error' ? (
        <ProblemLine>{change.reason ?? change.outcome.message}</ProblemLine>
      ) : (
        <p role="status" className="visually-hidden">
          {change.outcome?.message}
        </p>
      )}
    </form>
  );
}
