import { books } from './books.ts';
import { counterGoods } from './counter-goods.ts';
import type { SampleProduct } from './sample-product.ts';
import { uniforms } from './uniforms.ts';

/** What the shop of a college and a school sells. */
export const catalogue: readonly SampleProduct[] = [...uniforms, ...books, ...counterGoods];
