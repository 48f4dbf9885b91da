import { formatCents } from '@balcao/domain/money.ts';
import { memo } from 'react';
import { useReceiptReprint } from '../../corrections/use-receipt-reprint.ts';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import { correcting } from '../sale/counter-state.ts';
import { BarMenu } from './bar-menu.tsx';
import classes from './counter-bar.module.css';

/** The sale before, for the client who comes back: its number, total and change, its receipt again, and what puts it right. */
export const LastSaleMenu = memo(function LastSaleMenu() {
  const dispatch = useDispatch();
  const last = useCounter((state) => state.last);
  const { reprint, isReprinting, dialogs } = useReceiptReprint();
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
