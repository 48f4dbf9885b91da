import type { Receipt, ReceiptItem } from './receipt.ts';
import classes from './receipt-details.module.css';
import { COLUMNS, NO_FISCAL_DOCUMENT, sumsOf } from './receipt-text.ts';

/** On A4 more items than this stand in two columns, so that they fit one page. */
const MANY = 20;

/** The items one by one, and who sold them when, below the receipt's text. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const { items, details } = receipt;
  const many = items.length > MANY;
  const half = many ? Math.ceil(items.length / 2) : items.length;
  return (
    <section className={classes.details} data-many={many || undefined}>
      <div className={classes.tables}>
        <Items items={items.slice(0, half)} />
        {many && <Items items={items.slice(half)} />}
      </div>
      <dl className={classes.sums}>
        {sumsOf(receipt).map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p>{details.join(' · ')}</p>
      <p>{NO_FISCAL_DOCUMENT}</p>
    </section>
  );
}

function Items({ items }: { items: readonly ReceiptItem[] }) {
  return (
    <table className={classes.items} aria-label="Itens">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(({ name, quantity, unitPrice, total }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recorded sale does not change
          <tr key={index}>
            <td>{name}</td>
            <td>{quantity}</td>
            <td>{unitPrice}</td>
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
