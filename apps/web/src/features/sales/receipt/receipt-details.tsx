import { saleCode } from '@balcao/domain/sale-code.ts';
import { Barcode } from '../../../ui/paper/barcode/barcode.tsx';
import { Sums } from '../../../ui/paper/paper-table.tsx';
import classes from './receipt.module.css';
import type { Receipt } from './receipt.ts';
import { changeOf, NO_FISCAL_DOCUMENT, sumsOf, tablesOf } from './receipt-text.ts';
import { SaleItems } from './sale-items.tsx';

/** The items one by one, and who sold them when, below the receipt's text. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const tables = tablesOf(receipt);
  const sums = [...sumsOf(receipt), ...changeOf(receipt)];
  return (
    <section className={classes.details} data-many={tables.length > 1 || undefined}>
      <div className={classes.tables}>
        {tables.map((items, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recorded sale does not change
          <SaleItems key={index} items={items} />
        ))}
      </div>
      <Sums label="Totais" of={sums.slice(0, -1)} total={sums.at(-1)} />
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
