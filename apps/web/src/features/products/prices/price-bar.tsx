import type { PickedProducts } from '@balcao/contract/products/picked-products.ts';
import { formatInstant } from '@balcao/domain/audit/field-formats.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Button, Group, Loader, Paper, Text } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productsIn } from '../../../ui/counts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { ChangedText, FieldMenu } from './field-menu.tsx';
import { priceHistoryQuery } from './price-changes.queries.ts';
import { PriceDialog } from './price-dialog.tsx';
import { HOW } from './price-words.ts';
import classes from './prices.module.css';
import { type FieldChange, useFieldChange } from './use-field-change.ts';

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
  const changing = useFieldChange(productsKey);
  const isBusy = changing.isChanging || changing.undo.isPending;
  const [deleting, setDeleting] = useState<FieldChange>();
  const choose = (fields: FieldChange['fields']) => {
    const asked = { products: picked, fields };
    if ('deleted' in fields) setDeleting(asked);
    else changing.change(asked);
  };
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
            {count === 0 ? none : `${productsIn(count)} na seleção`}
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
          <FieldMenu count={count} disabled={isBusy} onChoose={choose} />
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
      <ChangedText changing={changing} />
      <ConfirmDialog
        opened={deleting !== undefined}
        confirmLabel="Excluir"
        onConfirm={() => deleting && changing.change(deleting, props.onClear)}
        onClose={() => setDeleting(undefined)}
      >
        Excluir {productsIn(count)}? Até amanhã a esta hora é possível desfazer.
      </ConfirmDialog>
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

type HistoryProps = { product: { id: number; name: string }; onClose: () => void };

/** The prices of a product, since when, and who changed them. */
function PriceHistoryDialog({ product, onClose }: HistoryProps) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={`Histórico do preço · ${product.name}`}>
      <PriceSteps product={product.id} />
    </Modal>
  );
}

/** Every price that a product had: when, from what to what, who and how. */
function PriceSteps({ product }: { product: number }) {
  const steps = useQuery(priceHistoryQuery(product));
  const { data } = steps;
  return (
    <section aria-label="Histórico do preço">
      <LoadNotice query={steps} failed="O histórico não pôde ser carregado." />
      {steps.isPending && <Loader size="sm" aria-label="Carregando" />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <ol className={classes.steps} tabIndex={0} aria-label="Preços">
        {data?.map(({ at, by, from, to, how }) => (
          <li key={`${at} ${to}`}>
            <p className="money">
              {from !== null && `${formatReais(from)} → `}
              <b>{formatReais(to)}</b>
            </p>
            <Text inherit fz="sm" c="dimmed">
              {formatInstant(at)} · {by ?? 'Sistema'} · {HOW[how]}
            </Text>
          </li>
        ))}
      </ol>
      {data && data.at(-1)?.from !== null && (
        <Text inherit fz="sm" c="dimmed">
          Não há registro de preços anteriores.
        </Text>
      )}
    </section>
  );
}
