// Plants a server whose count of stock does not know that a sale before it came back.
import { replaceSource } from './replace-source.ts';

replaceSource({
  file: '/features/stock/on-hand.repository.ts',
  from: 'AND s.created_at <= h.moment AND s.deleted_at > h.moment',
  to: 'AND false',
});
