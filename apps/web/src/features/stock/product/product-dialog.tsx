import type { LedgerRow } from '@balcao/contract/stock/stock.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { MOVEMENT_WORDS } from '@balcao/domain/product/stock.ts';
import { Button, Checkbox, Group, Loader, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { failureWords } from '../../../api/errors.ts';
import { whole } from '../../../ui/counts.ts';
import { Chips } from '../../../ui/fields/chips.tsx';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { Form } from '../../../ui/fields/form.tsx';
import { NOT_WHOLE } from '../../../ui/fields/quantity.ts';
import { type Whole, WholeNumber } from '../../../ui/fields/whole-number.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { PaperTable } from '../../../ui/paper/paper-table.tsx';
import classes from '../stock.module.css';
import { ledgerQuery, STOCK_KEY } from '../stock.queries.ts';
import type { Sized, StockRow } from '../stock-rows.ts';
import { AdjustForm } from './adjust-form.tsx';

type Props = { row: StockRow; onClose: () => void };

/** What came and went of a product, or of a model's sizes one by one. */
export function ProductDialog({ row: { name, products }, onClose }: Props) {
  useFocusBack();
  const [id, setId] = useState((products[0] as Sized).id);
  const product = products.find((one) => one.id === id) ?? (products[0] as Sized);
  const sizes = new Map(products.map((one) => [one.id, one.size || one.code]));
  const query = useQuery(ledgerQuery(product.id));
  return (
    <Modal opened onClose={onClose} size="xl" title={name}>
      {products.length > 1 && (
        <Chips
          label="Tamanho"
          mb="sm"
          of={[...sizes.keys()]}
          words={(each) => sizes.get(each)}
          chosen={(each) => each === product.id}
          onPick={setId}
        />
      )}
      <LoadNotice query={query} failed="Os movimentos não puderam ser carregados." />
      {query.isPending && <Loader aria-label="Carregando" />}
      {query.data && (
        <>
          <Text>
            <b className={classes.onHand}>{whole(query.data.on_hand ?? 0)}</b> em estoque
            <Text span inherit c="dimmed">
              {' '}
              · código {product.code} · vendas desde o último registro:{' '}
              {whole(query.data.sold_since)}
            </Text>
          </Text>
          <MinimumForm key={product.id} product={product} all={products} />
          <AdjustForm key={`adjust ${product.id}`} product={product.id} />
          <PaperTable
            label="Movimentos"
            columns={[
              { title: 'Registro', head: true },
              ...['Qtd.', 'Vendas', 'Ficaram'].map((title) => ({ title, figures: true }) as const),
            ]}
            rows={query.data.rows.map((row) => ({
              cells: [
                <Registered key={row.at} row={row} />,
                `${row.kind !== 'count' && row.quantity > 0 ? '+' : ''}${whole(row.quantity)}`,
                whole(row.sold),
                whole(row.on_hand),
              ],
            }))}
          />
        </>
      )}
    </Modal>
  );
}

function Registered({ row }: { row: LedgerRow }) {
  const { kind, at, by, reason, supplier, document } = row;
  return (
    <>
      {MOVEMENT_WORDS[kind]}
      {reason && `: ${reason}`}
      <Text span display="block" size="sm" c="dimmed">
        {[formatMoment(new Date(at)), by, supplier, document].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

type MinimumFormProps = { product: Sized; all: readonly Sized[] };

/** From how few pieces on a product is missed; an empty field is none. */
function MinimumForm({ product, all }: MinimumFormProps) {
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
    meta: { failure: 'The minimum was not saved', reloads: [STOCK_KEY] },
  });
  const save = () => {
    if (minimum !== null) saving.mutate();
  };
  return (
    <Form onSubmit={save}>
      <Group align="flex-end" gap="sm" my="xs">
        <WholeNumber
          label="Mínimo"
          w="6rem"
          max={99_999}
          value={minimum}
          onChange={(typed) => {
            setMinimum(typed);
            saving.reset();
          }}
          error={minimum === null ? NOT_WHOLE : failureWords(saving.error)}
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
    </Form>
  );
}
