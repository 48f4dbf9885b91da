import { saleCode } from '@balcao/domain/sale-code.ts';
import { Barcode } from '../../../ui/paper/barcode/barcode.tsx';
import type { Receipt } from './receipt.ts';
import classes from './receipt-details.module.css';
import { changeOf, NO_FISCAL_DOCUMENT, sumsOf, tablesOf } from './receipt-text.ts';
import { SaleItems } from './sale-items.tsx';

/** The items one by one, and who sold them when, below the receipt's text. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const tables = tablesOf(receipt);
  return (
    <section className={classes.details} data-many={tables.length > 1 || undefined}>
      <div className={classes.tables}>
        {tables.map((items, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recorded sale does not change
          <SaleItems key={index} className={classes.items} items={items} />
        ))}
      </div>
      <dl className={classes.sums}>
        {[...sumsOf(receipt), ...changeOf(receipt)].map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.foot}>
        <div>
          <p>{receipt.details.join(' · ')}</p>
          <p>{NO_FISCAL_DOCUMENT}</p>
        </div>
        {receipt.number && <Barcode text={saleCode(receipt.number)} />}
      </div>
    </section>
  );
}
