import { type Cents, centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { memo, useEffect, useState } from 'react';
import { fieldsOf, readStored } from '../../../storage/stored-json.ts';
import { lastSignOut } from '../../../storage/unsaved-input.ts';
import { goingBackWords } from '../../corrections/record/given-back.ts';
import { useReceiptReprint } from '../../corrections/use-receipt-reprint.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import { BarMenu } from '../parts/bar-menu.tsx';
import classes from '../parts/counter-bar.module.css';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import { correcting } from '../sale/counter-state.ts';

/** The facts about the sale before that the counter still shows. Nothing in it names a person. */
type LastSale = {
  readonly id: number;
  readonly total: Cents;
  readonly change: Cents;
  /** What an exchange gives back: 'Devolva R$ 6,00 em Pix'. */
  readonly back?: string | undefined;
  readonly seller: number;
  /** The last sign-out before it, in any tab: after another one it shows no more. */
  readonly signedOut: string | null;
};

const STORED_AS = 'last-sale';

function lastSaleOf(sale: MadeSale, seller: number): LastSale {
  return {
    id: sale.id,
    total: centsFromReais(sale.total_general),
    change: centsFromReais(sale.troco),
    back: sale.exchange && goingBackWords(sale.exchange),
    ...{ seller, signedOut: lastSignOut() },
  };
}

/** Keeps the sale in this tab, and returns it. */
function storedSale(sale: LastSale): LastSale {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(sale));
  } catch (error) {
    console.warn('The last sale could not be stored', error);
  }
  return sale;
}

function readLastSale(seller: number): LastSale | undefined {
  return readStored(sessionStorage.getItem(STORED_AS), (value) => {
    const { id, total, change, seller: of, signedOut } = fieldsOf<LastSale>(value);
    const own = of === seller && signedOut === lastSignOut();
    return own && [id, total, change].every(Number.isSafeInteger) ? (value as LastSale) : undefined;
  });
}

type Props = { seller: number };

/** The sale before, for the client who comes back: its number, total and change, its receipt again, and what puts it right. */
export const LastSaleMenu = memo(function LastSaleMenu({ seller }: Props) {
  const dispatch = useDispatch();
  const made = useCounter((state) => state.made);
  const [stored, setStored] = useState(() => readLastSale(seller));
  useEffect(() => {
    if (made) setStored(storedSale(lastSaleOf(made, seller)));
  }, [made, seller]);
  const { reprint, isReprinting, dialogs } = useReceiptReprint();
  const last = made ? lastSaleOf(made, seller) : stored;
  // Without a number it can be neither found nor printed again.
  if (!last?.id) return null;
  const { id, total, change, back } = last;
  const also = typeof back === 'string' ? back : change > 0 && `troco ${formatCents(change)}`;
  return (
    <>
      <BarMenu
        className={classes.lastSale}
        items={[
          { words: 'Recibo', disabled: isReprinting(id), run: () => void reprint(id) },
          { words: 'Devolver, trocar ou corrigir', run: () => dispatch(correcting(id)) },
        ]}
      >
        <span className={classes.long}>Última venda </span>
        <span>nº {id}</span>
        <span className={classes.dot}> · </span>
        <span>{formatCents(total)}</span>
        {also && (
          <>
            <span className={classes.dot}> · </span>
            <span>{also}</span>
          </>
        )}
      </BarMenu>
      {dialogs}
    </>
  );
});
