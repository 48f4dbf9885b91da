import type { ProductChange, UndoneChange } from '@balcao/contract/products/product-changes.ts';
import { formatInstant } from '@balcao/domain/audit/field-formats.ts';
import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { productsIn } from '../../../ui/counts.ts';
import { ChangesInBulk } from '../../../ui/lists/changes-in-bulk.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { useIncomeName } from '../../institution/income-names.ts';
import { changeWords, nowWords } from './field-words.ts';
import { productChangesQuery } from './price-changes.queries.ts';
import { prices } from './price-words.ts';
import classes from './prices.module.css';
import type { PriceChanging } from './use-price-change.ts';

type Props = { changing: PriceChanging; onUndo: (change: ProductChange) => void };

/** The last changes of products in bulk; one of today can be undone. */
export function RecentChanges({ changing: { undo }, onUndo }: Props) {
  const list = useQuery(productChangesQuery);
  const nameOf = useIncomeName();
  return (
    <>
      <LoadNotice query={list} failed="As alterações não puderam ser carregadas." />
      {list.isPending && <Loader aria-label="Carregando" />}
      {undo.data && (
        <UndoneText
          change={list.data?.find(({ id }) => id === undo.variables)}
          undone={undo.data}
        />
      )}
      {list.data?.length === 0 && <Text c="dimmed">Nenhum produto foi mudado em lote.</Text>}
      <ChangesInBulk
        changes={list.data}
        titleOf={(change) => <b>{changeWords(change, nameOf)}</b>}
        nameOf={(change) => changeWords(change, nameOf)}
        undoneOf={({ undone }) =>
          undone
            ? `Desfeita em ${formatInstant(undone.at)} por ${undone.by}: ${productsIn(undone.products)}`
            : undefined
        }
        undoing={undo.isPending ? undo.variables : undefined}
        onUndo={onUndo}
      />
    </>
  );
}

type UndoneProps = {
  /** Unknown for one that is no more among the last ones. */
  change: Pick<ProductChange, 'rule' | 'fields'> | undefined;
  undone: UndoneChange;
};

/** What an undoing brought back, and what it left. */
export function UndoneText({ change, undone }: UndoneProps) {
  const { restored, kept } = undone;
  const nameOf = useIncomeName();
  const status = useRef<HTMLDivElement>(null);
  // The pressed button is gone. With a second undoing the text is another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => status.current?.focus(), [undone]);
  return (
    <div role="status" ref={status} tabIndex={-1} style={{ outline: 'none' }}>
      <Text inherit fw={600}>
        {change?.fields ? productsIn(restored) : prices(restored)}{' '}
        {restored === 1 ? 'voltou ao que era.' : 'voltaram ao que eram.'}
      </Text>
      {kept.length > 0 && (
        <>
          <Text inherit>
            {kept.length === 1 ? 'Este mudou depois e fica' : 'Estes mudaram depois e ficam'} como{' '}
            {kept.length === 1 ? 'está:' : 'estão:'}
          </Text>
          <ul className={classes.kept}>
            {kept.map((product) => (
              <li key={product.id}>
                {product.name} · {product.code} ·{' '}
                {nowWords(change ?? { fields: null }, product, nameOf)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
