import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import type { Whole } from '../../../ui/fields/whole-number.tsx';
import type { ProductIndex } from '../order/product-search.ts';
import type { CounterProduct, SaleItem } from '../sale/sale-item.ts';
import type { Model } from '../sizes/models.ts';

/** A product of a list, as it goes into the order or stays out. */
export type Choice = {
  readonly id: number;
  readonly name: string;
  readonly gone: boolean;
  readonly ticked: boolean;
  readonly quantity: Whole;
  /** The sizes of its model, the smaller one first; of a product without sizes none. */
  readonly sizes: Model['sizes'];
  /** undefined while the size is to be chosen. */
  readonly product: CounterProduct | undefined;
};

/** All of a list, ticked. A list cannot know a child's size, so each size is to be chosen. */
export function choicesOf({ items }: ListedMaterials, index: ProductIndex): Choice[] {
  return items.map(({ product: id, quantity, name }) => {
    const known = index.ofId.get(id);
    const model = index.models().get(id);
    return {
      id,
      name: model?.name ?? name,
      gone: !known,
      ticked: known !== undefined,
      quantity,
      sizes: model?.sizes ?? [],
      product: model ? undefined : known,
    };
  });
}

/** The next or the previous size. */
export function resized(choice: Choice, step: 1 | -1): Choice {
  const { sizes, product } = choice;
  if (sizes.length < 2) return choice;
  const at = sizes.findIndex(({ id }) => id === product?.id);
  const next = at < 0 ? (step > 0 ? 0 : sizes.length - 1) : at + step;
  return { ...choice, product: sizes[Math.max(0, Math.min(sizes.length - 1, next))] };
}

/** A quantity of none leaves the product out. */
export const counted = (choice: Choice, quantity: Whole): Choice => ({
  ...choice,
  quantity,
  ticked: !choice.gone && isSome(quantity),
});

/** What is no whole number is something: it has to be refused. */
const isSome = (quantity: Whole) => quantity !== 0 && quantity !== undefined;

/** Without a quantity it comes once. */
export const ticked = (choice: Choice, on: boolean): Choice => ({
  ...choice,
  ticked: on,
  quantity: on && !choice.quantity ? 1 : choice.quantity,
});

export const wanted = ({ gone, ticked, quantity }: Choice) => !gone && ticked && isSome(quantity);

/** The lines of the order; undefined while a size is missing or a quantity is no whole number. */
export function linesOf(choices: readonly Choice[]): SaleItem[] | undefined {
  const wantedOnes = choices.filter(wanted);
  const lines = wantedOnes.flatMap(({ product, quantity }) =>
    product && quantity ? [{ product, quantity }] : [],
  );
  return lines.length === wantedOnes.length ? lines : undefined;
}
