import { books } from './books.ts';
import { counterGoods } from './counter-goods.ts';
import type { SampleProduct } from './sample-product.ts';
import { uniforms } from './uniforms.ts';

/** The products of the shop of a college and a school. */
export const catalogue: readonly SampleProduct[] = [...uniforms, ...books, ...counterGoods];
