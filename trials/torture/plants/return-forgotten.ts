// Plants a server whose stock does not know that something came back.
import { replaceSource } from './replace-source.ts';

replaceSource({
  file: '/database/migrations/0030_stock.ts',
  from: 'back.product_id, back.units',
  to: 'back.product_id, 0',
});
