import { books } from './books.ts';
import { counterGoods } from './counter-goods.ts';
import type { SampleProduct } from './sample-product.ts';
import { uniforms } from './uniforms.ts';

export const catalogue: readonly SampleProduct[] = [...uniforms, ...books, ...counterGoods];
