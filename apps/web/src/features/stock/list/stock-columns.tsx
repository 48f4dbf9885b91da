import type { StockProduct } from '@balcao/contract/stock/stock.ts';
import { formatCents } from '@balcao/domain/money.ts';
import { counted, whole } from '../../../ui/counts.ts';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { figureColumn } from '../product-columns.tsx';
import classes from '../stock.module.css';
import { lackOf, type StockRow } from '../stock-rows.ts';

const LACKS = { missing: ', em falta', below: ', abaixo do mínimo' } as const;

/** How many there are; marked, and said, where they are too few. */
function OnHand({ of: product }: { of: StockProduct }) {
  const lack = lackOf(product);
  return (
    <span className={classes.pieces} data-lack={lack}>
      {whole(product.on_hand ?? 0)}
      {lack && <span className="visually-hidden">{LACKS[lack]}</span>}
    </span>
  );
}

const YEAR = 365;

function lasts({ onHand, days }: StockRow) {
  if (onHand <= 0) return <span className={classes.quiet}>acabou</span>;
  if (days === null) return null;
  if (days > YEAR) return 'mais de um ano';
  return `dura ~${counted(days, 'dia', 'dias')}`;
}

const sizeColumn = (size: string): DataColumn<StockRow> => ({
  header: size,
  width: '3.5rem',
  place: 'size',
  cell: ({ products }) =>
    products
      .filter((product) => product.size === size)
      .map((product) => (
        <span key={product.id}>
          <span className={classes.onPhone}>{size} </span>
          <OnHand of={product} />
        </span>
      )),
});

/** A row has its sizes side by side. A product without a size has its pieces in the total. */
export const stockColumns = (sizes: readonly string[]): DataColumn<StockRow>[] => [
  {
    header: 'Produto',
    place: 'title',
    orders: ['name', '-name'],
    cell: ({ name, products: [only, second] }) => (
      <>
        {name} {!second && <span className={classes.quiet}>{only?.code}</span>}
      </>
    ),
  },
  ...sizes.map(sizeColumn),
  {
    header: 'Total',
    width: '5.5rem',
    place: 'amount',
    orders: ['on_hand', '-on_hand'],
    cell: ({ products: [only, second], onHand }) =>
      only && !second ? <OnHand of={only} /> : whole(onHand),
  },
  figureColumn('A preço de venda', '9rem', ({ worth }: StockRow) => formatCents(worth)),
  {
    ...figureColumn('Vendidos em 30 dias', '10.5rem', ({ sold }: StockRow) => whole(sold)),
    orders: ['-sold', 'sold'],
  },
  { header: 'Dura', width: '8.5rem', place: 'figure', orders: ['days', '-days'], cell: lasts },
];
