import type { StockProduct } from '@balcao/contract/stock/stock.ts';
import { formatCents, formatReais, sumCents } from '@balcao/domain/money.ts';
import { byModel } from '@balcao/domain/product/model-and-size.ts';
import { worthOf } from '@balcao/domain/product/stock.ts';
import { sum, whole } from '../../../ui/counts.ts';
import { PrintedList, printedFigure, printedProduct } from '../../institution/printed.tsx';
import { piecesOf } from '../stock-rows.ts';

type Products = readonly StockProduct[];

/** '12 produtos, 340 peças' */
export const sumOf = (products: Products) =>
  piecesOf(products.length, sum(products.map(({ on_hand }) => on_hand ?? 0)));

export const worthOfAll = (products: Products) => sumCents(products.map(worthOf));

const columnsOf = (of: Products) => [
  ...printedProduct,
  printedFigure('Em estoque', ({ on_hand }: StockProduct) => whole(on_hand ?? 0)),
  printedFigure('Preço', ({ price }: StockProduct) => formatReais(price)),
  printedFigure(
    'A preço de venda',
    (product: StockProduct) => formatCents(worthOf(product)),
    formatCents(worthOfAll(of)),
  ),
];

/** The inventory: each product with its price and its worth, which add up to the foot. `about`: '' says nothing. */
export function StockPaper({ of, about }: { of: Products; about: readonly string[] }) {
  return (
    <PrintedList
      heading="ESTOQUE"
      about={[about.filter(Boolean).join(' · ')].filter(Boolean)}
      columns={columnsOf(of)}
      rows={() => byModel(of).flatMap(({ products }) => products)}
      foot={sumOf(of)}
    />
  );
}
