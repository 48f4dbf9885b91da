import { createHash } from 'node:crypto';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { type Cents, centsFromReais, ZERO } from '@balcao/domain/money.ts';
import { PAYMENT_LINE_NUMBERS } from '@balcao/domain/payment-lines.ts';
import {
  type PercentHundredths,
  percentHundredths,
  type SaleTotals,
} from '@balcao/domain/sale-total.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { StoredProduct } from './sale-record.ts';

export type ItemCommand = {
  productId: number;
  quantity: number;
  discountPercent: PercentHundredths;
  /** The browser's figures, which must equal those that the server computes. */
  claimed: { subtotal: Cents; discount: Cents; total: Cents };
  /** What the paper of a kept sale says in place of the product. */
  paper?: Omit<StoredProduct, 'id'>;
};

export type PaymentCommand = { line: number; method: string; amount: Cents };

/** A sale as requested under a key, in whole centavos and without payment lines of zero. */
export type SaleCommand = {
  /** In lower case. */
  key: string;
  sellerId: number;
  clientId: number;
  studentId: number | null;
  items: ItemCommand[];
  payments: PaymentCommand[];
  generalDiscount: Cents;
  claimed: SaleTotals;
  /** Names; undefined, which the hash does not see, when there are none. */
  lists?: string[] | undefined;
  /** The order that was taken up from somebody else; undefined as above. */
  parkedOrder?: number | undefined;
};

/** A payment without a method has the method ''. */
export function saleCommand(body: NewSale, sellerId: number, key: string): SaleCommand {
  return {
    key: key.toLowerCase(),
    sellerId,
    clientId: body.client,
    studentId: body.student ?? null,
    items: body.products.map((item) => ({
      productId: item.product,
      quantity: item.quantity,
      discountPercent: percentHundredths(item.desc_percent),
      claimed: {
        subtotal: centsFromReais(item.subtotal),
        discount: centsFromReais(item.desc_value),
        total: centsFromReais(item.total),
      },
    })),
    payments: paymentCommands(body),
    generalDiscount: centsFromReais(body.desc_general),
    claimed: {
      subtotal: centsFromReais(body.subtotal),
      total: centsFromReais(body.total),
      totalGeneral: centsFromReais(body.total_general),
      paid: centsFromReais(body.valor_pago),
      change: centsFromReais(body.troco),
    },
    lists: body.lists?.length ? body.lists.map(tidyText) : undefined,
    parkedOrder: body.parked_order,
  };
}

function paymentCommands(body: NewSale): PaymentCommand[] {
  const payments: PaymentCommand[] = [];
  for (const line of PAYMENT_LINE_NUMBERS) {
    const amount = centsFromReais(body[`payment_method${line}`] ?? 0);
    const method = tidyText(body[`payment_desc${line}`] ?? '');
    if (amount !== ZERO) payments.push({ line, method, amount });
  }
  return payments;
}

/**
 * SHA-256 of the command without its key. The same key with the same hash is a retry. saleCommand always builds
 * its fields in the same order, so equal commands give equal text. Recorded sales hold it: another text would
 * make a retry after an upgrade look like another sale, so this is not requestHash.
 */
export function commandHash(command: SaleCommand): Buffer {
  return createHash('sha256')
    .update(JSON.stringify({ ...command, key: undefined }))
    .digest();
}
