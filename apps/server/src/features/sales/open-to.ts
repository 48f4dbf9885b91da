import type { Db } from '../../database/connection.ts';
import { hasOpened, type Viewer } from '../met-people/met-people.service.ts';
import type { StoredSale } from './sale-record.ts';

/** Numbers of sales can be counted up, so a seller opens those of others by CPF. */
export async function isOpenTo(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'admin'>,
  sale: Pick<StoredSale, 'id' | 'seller'>,
): Promise<boolean> {
  return viewer.admin || sale.seller.id === viewer.id || (await hasOpened(db, viewer.id, sale.id));
}
