import { type Cents, centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { IconArrowBackUp, IconReceipt } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fieldsOf, readStored } from '../../../storage/stored-json.ts';
import { lastSignOut } from '../../../storage/unsaved-input.ts';
import { goingBackWords } from '../../corrections/record/given-back.ts';
import { useReceiptReprint } from '../../corrections/use-receipt-reprint.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import { BarButton } from '../parts/bar-button.tsx';
import classes from '../parts/counter-bar.module.css';

/** The facts about the sale before that the counter still shows. Nothing in it names a person. */
export type LastSale = {
  readonly id: number;
  readonly total: Cents;
  readonly change: Cents;
  /** What an exchange gives back: 'Devolva R$ 6,00 em Pix'. */
  readonly back?: string | undefined;
};

const STORED_AS = 'last-sale';

function lastSaleOf(sale: MadeSale): LastSale {
  return {
    id: sale.id,
    total: centsFromReais(sale.total_general),
    change: centsFromReais(sale.troco),
    back: sale.exchange && goingBackWords(sale.exchange),
  };
}

/** Keeps the sale in this tab for its seller, until the next sale or a sign-out in any tab. */
function storeLastSale(seller: number, sale: MadeSale): void {
  const stored = { ...lastSaleOf(sale), seller, signedOut: lastSignOut() };
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(stored));
  } catch (error) {
    console.warn('The last sale could not be stored', error);
  }
}

function readLastSale(seller: number): LastSale | undefined {
  return readStored(sessionStorage.getItem(STORED_AS), (value) => {
    const stored = fieldsOf<LastSale & { seller: number; signedOut: string | null }>(value);
    const { id, total, change } = stored;
    const own = stored.seller === seller && stored.signedOut === lastSignOut();
    return own && [id, total, change].every(Number.isSafeInteger) ? (value as LastSale) : undefined;
  });
}

type Props = {
  seller: number;
  /** The sale whose success message shows. */
  made: MadeSale | null;
  onCorrect: (sale: number) => void;
};

/** The sale before, for the client who comes back: its number, total and change, and its receipt again. */
export function LastSaleLine({ seller, made, onCorrect }: Props) {
  const [stored] = useState(() => readLastSale(seller));
  useEffect(() => {
    if (made) storeLastSale(seller, made);
  }, [made, seller]);
  const { reprint, isReprinting, dialogs } = useReceiptReprint();
  const last = made ? lastSaleOf(made) : stored;
  // Without a number it can be neither found nor printed again.
  if (!last?.id) return null;
  const { id, total, change, back } = last;
  return (
    <>
      <Text className={`money ${classes.lastSale}`} size="sm" c="dimmed">
        <span className={classes.long}>Última venda </span>nº {id} · {formatCents(total)}
        {change > 0 && <> · troco {formatCents(change)}</>}
        {typeof back === 'string' && <> · {back}</>}
      </Text>
      <BarButton
        words="Recibo"
        icon={IconReceipt}
        lasting
        variant="default"
        loading={isReprinting(id)}
        onClick={() => reprint(id)}
      />
      <BarButton
        words="Devolver, trocar ou corrigir"
        icon={IconArrowBackUp}
        variant="default"
        mr="auto"
        onClick={() => onCorrect(id)}
      />
      {dialogs}
    </>
  );
}
