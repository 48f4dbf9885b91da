/** The sizes that schools write at the end of a name: letters, ages and widths, and what says that it is one. */
const SIZE =
  /^(.*?\S)\s+(?:-\s*)?(?:tam(?:anho)?\.?\s*|n[ºo]\.?\s*)?(pp|p|m|g|gg|xg{1,3}|eg{1,2}|xp|un|[1-6]?\d)$/iu;

export type ModelAndSize = { readonly model: string; readonly size: string };

/** 'Camiseta polo GG' is the model 'Camiseta polo' in 'GG'; a name that ends in no size is all model. */
export function modelAndSize(name: string): ModelAndSize {
  const [, model, size] = SIZE.exec(name) ?? [];
  return model && size ? { model, size: size.toUpperCase() } : { model: name, size: '' };
}

const LETTERS = ['XP', 'PP', 'P', 'M', 'G', 'GG', 'XG', 'EG', 'XGG', 'EGG', 'XGGG', 'UN'];

/** The smaller one first; numbers before letters. */
export function bySize(one: string, other: string): number {
  const [a, b] = [one, other].map((size) =>
    /^\d+$/.test(size) ? Number(size) : 100 + LETTERS.indexOf(size),
  ) as [number, number];
  return a - b;
}

/**
 * The products by model, in the order in which a model comes first; its products by size. A name that ends in a number
 * is no size if it is the only one: 'Caderno 10'.
 */
export function byModel<Product extends { readonly name: string }>(
  products: readonly Product[],
): { model: string; products: (Product & { size: string })[] }[] {
  const sized = products.map((product) => ({ ...product, ...modelAndSize(product.name) }));
  return [...Map.groupBy(sized, ({ model }) => model.toLowerCase())].map(([, alike]) => {
    const [first] = alike as [(typeof alike)[number]];
    if (alike.length === 1) return { model: first.name, products: [{ ...first, size: '' }] };
    return { model: first.model, products: alike.toSorted((a, b) => bySize(a.size, b.size)) };
  });
}
