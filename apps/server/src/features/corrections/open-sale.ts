import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import type { Db } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { hasOpened, openByCpf, type Viewer } from '../met-people/met-people.service.ts';
import type { StoredSale } from '../sales/sale-record.ts';
import { findSaleToCorrect, findSaleWithCpf } from '../sales/sale-to-correct.ts';
import { saleToCorrect } from './sale-to-correct-record.ts';

/** A sale with what is left to put right, without numbers of people. Throws not_found. */
export async function readSaleToCorrect(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<SaleToCorrect> {
  const sale = await findSaleToCorrect(db, id);
  if (!sale || !(await isOpenTo(db, viewer, sale))) throw new Refusal('not_found');
  return saleToCorrect(db, sale);
}

/**
 * Opens any sale to who knows its number and its client's CPF, for as long as the people are remembered. A wrong
 * number and a wrong CPF are the same not_found, and count as somebody met. Throws too_many_people.
 */
export async function openSale(
  db: Db,
  viewer: Viewer,
  id: number,
  cpf: string,
): Promise<SaleToCorrect> {
  await openByCpf(db, viewer, id, async (tx) => {
    const sale = await findSaleWithCpf(tx, id, cpf);
    if (!sale) return undefined;
    await recordAudit(tx, viewer, 'sale.opened', {
      subjectId: id,
      after: { seller_id: sale.seller.id },
    });
    return { client: sale.client.id, student: sale.student?.id };
  });
  return readSaleToCorrect(db, viewer, id);
}

/** Numbers of sales can be counted up, so a seller opens those of others by CPF. */
export async function isOpenTo(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'admin'>,
  sale: Pick<StoredSale, 'id' | 'seller'>,
): Promise<boolean> {
  return viewer.admin || sale.seller.id === viewer.id || (await hasOpened(db, viewer.id, sale.id));
}
