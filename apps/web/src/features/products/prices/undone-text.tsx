import type { UndonePrices } from '@balcao/contract/products/price-changes.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { prices } from './price-words.ts';
import classes from './prices.module.css';

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
