import type { Sale } from '@balcao/contract/sales.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import classes from './counter-page.module.css';
import { SALE_MADE } from './finish-notes.ts';

/** Lies over the next sale, which takes every key and click meanwhile. */
export function SaleMade({ sale }: { sale: Sale }) {
  return (
    <div role="status" className={classes.made}>
      <p>{SALE_MADE}</p>
      {/* The figure itself stands at the next sale by now. */}
      {sale.troco > 0 && <p>Troco: {formatCents(centsFromReais(sale.troco))}</p>}
    </div>
  );
}
