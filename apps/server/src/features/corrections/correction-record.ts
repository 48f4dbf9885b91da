import type { Correction } from '@balcao/contract/sales/corrections.ts';
import { type Cents, reaisFromCents } from '@balcao/domain/money.ts';
import type { Tables } from '../../database/tables.ts';
import { methodAmount, type StoredProduct } from '../sales/sale-record.ts';

export type CorrectionKind = Tables['corrections']['kind'];

/** Units of a line of the sale that came back. */
export type ReturnedItem = {
  line: number;
  before: number;
  quantity: number;
  worth: Cents;
  /** They are not on hand again. */
  damaged: boolean;
};

/** The amounts that it adds to the box of its maker. `methodId` is null for the credit of an exchange. */
export type CorrectionPayment = { methodId: number | null; method: string; amount: Cents };

/** A correction as the tables hold it. */
export type StoredCorrection = {
  id: number;
  kind: CorrectionKind;
  createdAt: Date;
  saleId: number;
  saleCreatedAt: Date;
  maker: { id: number; name: string };
  approvedBy: string | null;
  reason: string;
  clientName: string;
  studentName: string | null;
  items: (Omit<ReturnedItem, 'before'> & { product: StoredProduct })[];
  total: Cents;
  payments: CorrectionPayment[];
  exchangeSaleId: number | null;
};

/** The correction in API form. Only the fields named here reach a response. */
export function correctionRecord(correction: StoredCorrection): Correction {
  return {
    id: correction.id,
    kind: correction.kind,
    created_at: correction.createdAt.toISOString(),
    sale: correction.saleId,
    sale_created_at: correction.saleCreatedAt.toISOString(),
    seller: correction.maker.id,
    seller_name: correction.maker.name,
    approved_by: correction.approvedBy,
    reason: correction.reason,
    client_name: correction.clientName,
    student_name: correction.studentName,
    items: correction.items.map(({ line, quantity, worth, damaged, product }) => ({
      line,
      quantity,
      total: reaisFromCents(worth),
      product_info: productInfo(product),
      ...(damaged && { damaged }),
    })),
    total: reaisFromCents(correction.total),
    payments: correction.payments.map(methodAmount),
    exchange_sale: correction.exchangeSaleId,
  };
}

export const productInfo = ({ id, code, name, unitPrice }: StoredProduct) => ({
  id,
  code,
  name,
  price: reaisFromCents(unitPrice),
});
