import type { PriceChange, UndonePrices } from '@balcao/contract/products/price-changes.ts';
import { formatInstant } from '@balcao/domain/audit/fields.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ChangesInBulk } from '../../../ui/lists/changes-in-bulk.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { priceChangesQuery } from './price-changes.queries.ts';
import { prices, ruleWords } from './price-words.ts';
import classes from './prices.module.css';
import type { PriceChanging } from './use-price-change.ts';

type Props = { changing: PriceChanging; onUndo: (change: PriceChange) => void };

/** The last changes of prices in bulk; one of today can be undone. */
export function RecentChanges({ changing: { undo }, onUndo }: Props) {
  const list = useQuery(priceChangesQuery);
  return (
    <>
      <LoadNotice query={list} failed="As alterações não puderam ser carregadas." />
      {list.isPending && <Loader aria-label="Carregando" />}
      {undo.data && <UndoneText undone={undo.data} />}
      {list.data?.length === 0 && <Text c="dimmed">Nenhum preço foi alterado em lote.</Text>}
      <ChangesInBulk
        changes={list.data}
        titleOf={({ rule, products }) => (
          <>
            <b>{ruleWords(rule)}</b> · {prices(products)}
          </>
        )}
        nameOf={({ rule }) => ruleWords(rule)}
        undoneOf={({ undone }) =>
          undone
            ? `Desfeita em ${formatInstant(undone.at)} por ${undone.by}: ${prices(undone.products)}`
            : undefined
        }
        undoing={undo.isPending ? undo.variables : undefined}
        onUndo={onUndo}
      />
    </>
  );
}

/** The prices that an undoing brought back, and those that it left. */
export function UndoneText({ undone }: { undone: UndonePrices }) {
  const { restored, kept } = undone;
  const status = useRef<HTMLDivElement>(null);
  // The pressed button is gone. With a second undoing the text is another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => status.current?.focus(), [undone]);
  return (
    <div role="status" ref={status} tabIndex={-1} style={{ outline: 'none' }}>
      <Text inherit fw={600}>
        {prices(restored)} {restored === 1 ? 'voltou ao que era.' : 'voltaram ao que eram.'}
      </Text>
      {kept.length > 0 && (
        <>
          <Text inherit>
            {kept.length === 1 ? 'Este mudou depois e fica' : 'Estes mudaram depois e ficam'} como{' '}
            {kept.length === 1 ? 'está:' : 'estão:'}
          </Text>
          <ul className={classes.kept}>
            {kept.map(({ id, code, name, price, deleted }) => (
              <li key={id}>
                {name} · {code} · {deleted ? 'excluído' : formatReais(price)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
