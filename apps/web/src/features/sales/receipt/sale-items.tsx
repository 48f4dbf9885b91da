import type { ReceiptItem } from './receipt.ts';
import { COLUMNS } from './receipt-text.ts';

type Props = { items: readonly ReceiptItem[]; className: string | undefined };

/** The items of a recorded sale, on paper and on the screen. */
export function SaleItems({ items, className }: Props) {
  return (
    <table className={className} aria-label="Itens">
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
