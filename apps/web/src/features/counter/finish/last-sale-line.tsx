import type { Sale } from '@balcao/contract/sales/sales.ts';
import { formatCents } from '@balcao/domain/money.ts';
import { Button, Text } from '@mantine/core';
import { memo, useEffect, useState } from 'react';
import { useReceiptReprint } from '../../sales/receipt/use-receipt-reprint.ts';
import classes from '../parts/counter-page.module.css';
import { lastSaleOf, readLastSale, storeLastSale } from './last-sale.ts';

type Props = {
  seller: number;
  /** The sale whose success message shows. */
  made: Sale | null;
  onCorrect: (sale: number) => void;
};

/** The sale before, for the client who comes back: its number, total and change, and its receipt again. */
export const LastSaleLine = memo(function LastSaleLine({ seller, made, onCorrect }: Props) {
  const [stored] = useState(() => readLastSale(seller));
  useEffect(() => {
    if (made) storeLastSale(seller, made);
  }, [made, seller]);
  const { reprint, isReprinting, dialogs } = useReceiptReprint();
  const last = made ? lastSaleOf(made) : stored;
  // Without a number it can be neither found nor printed again.
  if (!last?.id) return null;
  const { id, total, change } = last;
  return (
    <>
      <Text className={`money ${classes.lastSale}`} size="sm" c="dimmed">
        Última venda nº {id} · {formatCents(total)}
        {change > 0 && <> · troco {formatCents(change)}</>}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={isReprinting(id)}
        onClick={() => reprint(id)}
      >
        Recibo
      </Button>
      <Button size="compact-sm" variant="default" mr="auto" onClick={() => onCorrect(id)}>
        Devolver, trocar ou corrigir
      </Button>
      {dialogs}
    </>
  );
});
