import { byModel } from '@balcao/domain/product/model-and-size.ts';
import { searchWords } from '@balcao/domain/search-text.ts';
import type { SearchOption } from '../../../ui/fields/search-options.tsx';
import type { CounterProduct } from '../sale/sale-item.ts';

/** Products that differ by their size alone, in the order of the sizes. */
export type Model = {
  readonly name: string;
  readonly sizes: readonly (CounterProduct & { readonly size: string })[];
};

export function modelsById(products: readonly CounterProduct[]): ReadonlyMap<number, Model> {
  const models = byModel(products)
    .map(({ model, products: alike }) => ({ name: model, sizes: alike.filter(({ size }) => size) }))
    .filter(({ sizes }) => sizes.length > 1);
  return new Map(models.flatMap((each) => each.sizes.map(({ id }) => [id, each])));
}

/** The size of a product whose model has several. */
export const sizeOf = (models: ReadonlyMap<number, Model>, product: CounterProduct | null) =>
  models.get(product?.id ?? 0)?.sizes.find(({ id }) => id === product?.id)?.size;

/** Whether the words say the size of this product: the P of "polo p", but neither that of "polo" nor of "turma p p". */
export function saysSize({ name, sizes }: Model, id: number, words: readonly string[]): boolean {
  const size = sizes.find((each) => each.id === id)?.size.toLowerCase() ?? '';
  return words.includes(size) && !searchWords(name).includes(size);
}

const OF_MODEL = 'model ';

/**
 * The models of which several sizes were found, the best match first; with the words of a name also those of which one
 * was found whose size they do not say.
 */
export function modelHeads(
  models: ReadonlyMap<number, Model>,
  options: readonly SearchOption[],
  words?: readonly string[],
): readonly SearchOption[] {
  const found = options.flatMap(({ key }) => {
    const model = models.get(Number(key));
    return model ? [{ model, id: Number(key) }] : [];
  });
  return [...Map.groupBy(found, ({ model }) => model)]
    .filter(
      ([model, [one, ...more]]) =>
        more.length > 0 || (words && one && !saysSize(model, one.id, words)),
    )
    .map(([{ name, sizes }]) => ({
      key: `${OF_MODEL}${sizes[0]?.id}`,
      label: name,
      detail: `${sizes.length} tamanhos`,
    }));
}

/** The model of a head's key; undefined for the key of a product. */
export const modelOfKey = (models: ReadonlyMap<number, Model>, key: string): Model | undefined =>
  key.startsWith(OF_MODEL) ? models.get(Number(key.slice(OF_MODEL.length))) : undefined;
