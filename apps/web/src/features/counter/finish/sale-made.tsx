import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { goingBackWords } from '../../corrections/record/given-back.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import { SALE_MADE } from './finish-notes.ts';
import classes from './sale-made.module.css';

/**
 * The success message, over the next sale, which takes all keys and clicks meanwhile. The element is there
 * from the start: screen readers announce only what changes in it.
 */
export function SaleMade({ sale }: { sale: MadeSale | null }) {
  const back = sale?.exchange && goingBackWords(sale.exchange);
  return (
    <div role="status" className={sale ? classes.made : undefined}>
      {sale && (
        <>
          <p className={classes.message}>{SALE_MADE}</p>
          {/* The field TROCO shows the next sale by now. */}
          <p className={classes.change}>
            {back ? (
              <strong className={classes.back}>{back}</strong>
            ) : sale.troco > 0 ? (
              <>
                Troco: <strong>{formatCents(centsFromReais(sale.troco))}</strong>
              </>
            ) : (
              'Sem troco'
            )}
          </p>
          <p className={classes.sale}>
            {[sale.id > 0 && `Venda nº ${sale.id}`, sale.client_data.name]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </>
      )}
    </div>
  );
}
