import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { currentPayments } from '@balcao/domain/correction-payments.ts';
import { type Cents, reaisFromCents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { openByCpf, type Viewer } from '../met-people/met-people.service.ts';
import { findDeletedSale } from '../sales/deleted-sales.ts';
import { isOpenTo } from '../sales/open-to.ts';
import { methodAmount, type StoredSale } from '../sales/sale-record.ts';
import { findSaleToCorrect, findSaleWithCpf } from '../sales/sales-for-corrections.ts';
import { netTotals, returnedOf } from './checked-correction.ts';
import { type CorrectionPayment, correctionRecord, productInfo } from './correction-record.ts';
import { correctionsOfSale, peopleOfSale } from './corrections.repository.ts';

/** A sale with what is left to put right, without numbers of people. */
async function saleToCorrect(db: Db, sale: StoredSale): Promise<SaleToCorrect> {
  const nets = netTotals(sale);
  const credit = sale.payments.filter(({ methodId }) => methodId === null);
  return {
    id: sale.id,
    created_at: sale.createdAt.toISOString(),
    seller_name: sale.seller.name,
    client_name: sale.client.name,
    student_name: sale.student?.name ?? null,
    subtotal: reaisFromCents(sale.subtotal),
    total_general: reaisFromCents(sale.totalGeneral),
    valor_pago: reaisFromCents(sale.paid),
    troco: reaisFromCents(sale.change),
    items: sale.items.map(({ quantity, product }, index) => ({
      line: index + 1,
      quantity,
      returned: returnedOf(sale, index + 1),
      total: reaisFromCents(nets[index] as Cents),
      product_info: productInfo(product),
    })),
    payments: [...credit, ...paidNow(sale)].map(methodAmount),
    corrections: (await correctionsOfSale(db, sale.id)).map(correctionRecord),
    exchange_of: sale.corrections?.exchangeOf ?? null,
    ...(sale.lists && { lists: sale.lists }),
    ...(sale.parkedBy && { parked_by: sale.parkedBy }),
  };
}

/** How the sale is paid now, net of change and without the credit of an exchange. */
export function paidNow({ payments, corrections }: StoredSale): CorrectionPayment[] {
  // By its id: a shop may have had a method of the same name.
  const paid = payments
    .filter(({ methodId }) => methodId !== null)
    .map(({ methodId, method, net }) => ({ methodId, method, amount: net }));
  return currentPayments<CorrectionPayment>(paid, corrections?.payments ?? null);
}

/** A sale with what is left to put right, for administrators with its people. Throws not_found. */
export async function readSaleToCorrect(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<SaleToCorrect> {
  const sale = await findSaleToCorrect(db, id);
  if (!sale || !(await isOpenTo(db, viewer, sale))) throw new Refusal('not_found');
  const people = viewer.admin ? await peopleOfSale(db, id) : undefined;
  return { ...(await saleToCorrect(db, sale)), ...(people && { people }) };
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

/** A deleted sale as it was, for administrators; undefined for every other number. */
export async function readDeletedSale(db: Db, id: number): Promise<SaleToCorrect | undefined> {
  const found = await findDeletedSale(db, id);
  if (!found) return undefined;
  const { sale, at, by, reason } = found;
  const people = await peopleOfSale(db, id);
  return {
    ...(await saleToCorrect(db, sale)),
    ...(people && { people }),
    deleted: { at: at.toISOString(), by, reason },
  };
}
