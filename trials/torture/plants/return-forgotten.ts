// Plants a server whose stock does not know that something came back.
import { replaceSource } from './replace-source.ts';

replaceSource({
  file: '/database/migrations/0030_stock.ts',
  from: 'c.product_id, c.units FROM products_of_corrections',
  to: 'c.product_id, 0 FROM products_of_corrections',
});
