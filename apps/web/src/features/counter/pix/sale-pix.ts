/*
 * The counter shows a static BR Code of the shop's settings. A bank's API would need a contract and a server that
 * the internet reaches, so Balcão does not see the bank: FINALIZAR VENDA asks "Conferi o pagamento no banco" after
 * all other checks. The txid comes from the sale's Idempotency-Key and the payment line's number, so no column
 * keeps it; with another key the confirmation is asked for again. The payload is ours (br-code.ts): 40 lines, checked
 * against the central bank's examples, where packages on npm are unkept or bring much else. `qr` draws the code.
 */
import type { Pix } from '@balcao/contract/shop/pix.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pixQuery } from '../../institution/institution.queries.ts';
import { useCounter } from '../sale/counter-context.ts';
import type { PaymentRow } from '../sale/payment-lines.ts';
import type { Obstacle } from '../sale/sale-checks.ts';

/** Who receives the Pix payments of the sale with this Idempotency-Key. */
export type SalePix = Pix & { readonly saleKey: string };

/** Undefined until loaded, and in a shop that shows no QR codes. */
export function useSalePix(): SalePix | undefined {
  const saleKey = useCounter((state) => state.key);
  const pix = useQuery(pixQuery).data?.pix;
  return useMemo(() => (pix ? { ...pix, saleKey } : undefined), [pix, saleKey]);
}

/** The txid of a row that is paid by Pix; undefined for other rows and without an amount. */
export function txidOf(
  { method, amount }: PaymentRow,
  index: number,
  pix: SalePix | undefined,
): string | undefined {
  if (!pix || !method || !amount || foldText(method) !== foldText(pix.method)) return undefined;
  return pixTxid(pix.saleKey, index + 1);
}

/** The first Pix that the seller has not yet found at the bank, as the last check of FINALIZAR VENDA. */
export function pixObstacle(
  payments: readonly PaymentRow[],
  pix: SalePix | undefined,
): Obstacle | undefined {
  const row = payments.findIndex((each, index) => {
    const txid = txidOf(each, index, pix);
    return txid !== undefined && each.pixFound !== txid;
  });
  if (row < 0) return undefined;
  return {
    message: 'Confira o Pix no banco e confirme antes de finalizar.',
    field: `pix-${row}`,
  };
}
