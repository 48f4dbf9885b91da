import { byModel } from '@balcao/domain/product/model-and-size.ts';
import type { SearchOption } from '../../../ui/fields/search-options.tsx';
import type { CounterProduct } from '../sale/sale-item.ts';

/** Products that differ by their size alone, in the order of the sizes. */
export type Model = {
  readonly name: string;
  readonly sizes: readonly { readonly size: string; readonly product: CounterProduct }[];
};

export function modelsById(products: readonly CounterProduct[]): ReadonlyMap<number, Model> {
  const models = byModel(products.map((product) => ({ name: product.name, product })))
    .map(({ model, products }) => ({ name: model, sizes: products.filter(({ size }) => size) }))
    .filter(({ sizes }) => sizes.length > 1);
  return new Map(models.flatMap((each) => each.sizes.map(({ product: { id } }) => [id, each])));
}

/** More would push what was searched out of sight. */
const MOST_HEADS = 3;
const OF_MODEL = 'model ';

/** The models of which several sizes were found, the best match nearest to the options. */
export function modelHeads(
  models: ReadonlyMap<number, Model>,
  options: readonly SearchOption[],
): readonly SearchOption[] {
  const found = options.flatMap(({ key }) => models.get(Number(key)) ?? []);
  return [...Map.groupBy(found, (model) => model)]
    .filter(([, sizes]) => sizes.length > 1)
    .slice(0, MOST_HEADS)
    .map(
      ([
        {
          name,
          sizes: [first, ...others],
        },
      ]) => ({
        key: `${OF_MODEL}${first?.product.id}`,
        label: name,
        detail: `${others.length + 1} tamanhos ↑`,
      }),
    )
    .toReversed();
}

/** The model of a head's key; undefined for the key of a product. */
export const modelOfKey = (models: ReadonlyMap<number, Model>, key: string): Model | undefined =>
  key.startsWith(OF_MODEL) ? models.get(Number(key.slice(OF_MODEL.length))) : undefined;
