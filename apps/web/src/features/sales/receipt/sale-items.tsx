import { type Column, PaperTable } from '../../../ui/paper/paper-table.tsx';
import type { ReceiptItem } from './receipt.ts';
import { COLUMNS } from './receipt-text.ts';

const [ITEM, QUANTITY, UNIT_PRICE, TOTAL] = COLUMNS;
const PAPER_COLUMNS: readonly Column[] = [
  { title: ITEM, roll: 'above' },
  { title: QUANTITY, figures: true, after: ' ×' },
  { title: UNIT_PRICE, figures: true },
  { title: TOTAL, figures: true },
];

/** The items of a recorded sale. */
export function SaleItems({ items }: { items: readonly ReceiptItem[] }) {
  return (
    <PaperTable
      label="Itens"
      columns={PAPER_COLUMNS}
      rows={items.map(({ name, quantity, unitPrice, total }) => ({
        cells: [name, quantity, unitPrice, total],
      }))}
    />
  );
}
