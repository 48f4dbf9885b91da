import type { Sale } from '@balcao/contract/sales.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { memo } from 'react';
import classes from '../panel/counter-page.module.css';
import { SALE_MADE } from './finish-notes.ts';

/**
 * The success message, over the next sale, which takes all keys and clicks meanwhile. The element is there
 * from the start: screen readers announce only what changes in it.
 */
export const SaleMade = memo(function SaleMade({ sale }: { sale: Sale | undefined }) {
  return (
    <div role="status" className={sale && classes.made}>
      {sale && <p>{SALE_MADE}</p>}
      {/* The field TROCO shows the next sale by now. */}
      {sale && sale.troco > 0 && <p>Troco: {formatCents(centsFromReais(sale.troco))}</p>}
    </div>
  );
});
