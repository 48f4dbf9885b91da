// Plants a server whose stock does not know that something came back.
import { replaceSource } from './replace-source.ts';

replaceSource({
  file: '/database/migrations/0023_stock.ts',
  from: 'c.created_at, NULL, r.quantity',
  to: 'c.created_at, NULL, 0',
});
