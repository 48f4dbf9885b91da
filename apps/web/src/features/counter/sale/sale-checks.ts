import type { Pix } from '@balcao/contract/shop/pix.ts';
import { CPF_DIGITS } from '@balcao/domain/cpf.ts';
import { type Cents, formatCents, MAX_CENTS } from '@balcao/domain/money.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import { MAX_QUANTITY, MAX_SALE_ITEMS } from '@balcao/domain/sale-total.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { isNotWhole, NOT_WHOLE, quantityOf } from '../../../ui/fields/quantity.ts';
import { overpaidMethods, type PaymentRow } from './payment-lines.ts';
import { draftTotals, givenBackProblem, paymentRows, type SaleDraft } from './sale-draft.ts';
import { type Entry, type SaleItem, sumItems, withItem } from './sale-item.ts';

/** Why a step cannot be left, and the field where the seller corrects it. */
export type Obstacle = {
  readonly message: string;
  readonly field:
    | 'cpf'
    | 'client-name'
    | 'student-name'
    | 'code'
    | 'close-order'
    | `method-${number}`
    | 'amount'
    | 'given-back'
    | `pix-${number}`;
};

const TOO_MANY = `A quantidade máxima de um produto é ${MAX_QUANTITY.toLocaleString('pt-BR')}.`;

/** Why a quantity cannot be added as it was typed, in words for the seller; undefined when it can. */
export function quantityProblem(typed: string): string | undefined {
  if (isNotWhole(typed)) return NOT_WHOLE;
  const quantity = quantityOf(typed);
  if (quantity === 0) return 'A quantidade precisa ser maior que zero.';
  return quantity > MAX_QUANTITY ? TOO_MANY : undefined;
}

/** Why a list cannot be sold as it is, in words for the seller; undefined when it can. */
export function beyondLimits(items: readonly SaleItem[]): string | undefined {
  if (items.some((item) => item.quantity > MAX_QUANTITY)) return TOO_MANY;
  if (items.length > MAX_SALE_ITEMS) {
    return `Uma venda tem no máximo ${MAX_SALE_ITEMS} produtos diferentes.`;
  }
  if (sumItems(items).subtotal > MAX_CENTS) return 'O total da venda passa de R$ 9.999.999,99.';
  return undefined;
}

const NOTHING_TAKEN =
  'Inclua o que o cliente leva. Se ele não leva nada, desista da troca: isto é uma devolução.';
const NOTHING_PAID =
  'Uma troca precisa de um produto com preço. Se não há, desista da troca e faça uma devolução.';
const CLIENT_MISSING = 'Você precisa incluir o cliente!';

/** What FINALIZAR VENDA says while the order is open: one that was parked has its payment by then. */
export const STILL_OPEN: Obstacle = { message: 'Feche o pedido primeiro.', field: 'close-order' };

/** The checks of FECHAR PEDIDO, in their order; undefined when the order may be closed. */
export function orderObstacle({ client, items, exchange }: SaleDraft): Obstacle | undefined {
  if (!exchange) {
    if (client.digits.length < CPF_DIGITS) return { message: CLIENT_MISSING, field: 'cpf' };
    if (client.name.trim() === '') return { message: CLIENT_MISSING, field: 'client-name' };
  }
  const nothing = items.length === 0;
  if (exchange && (nothing || sumItems(items).total === 0)) {
    return { message: nothing ? NOTHING_TAKEN : NOTHING_PAID, field: 'code' };
  }
  if (!nothing) return undefined;
  return { message: 'O registro de venda precisa incluir pelo menos 1 produto.', field: 'code' };
}

/**
 * The checks of FINALIZAR VENDA, in their order; undefined when the sale may be sent. `methods`: those of the shop.
 * `pix`: undefined in a shop that shows no QR codes.
 */
export const finishObstacle = (
  draft: SaleDraft,
  { methods, pix }: { methods: readonly string[]; pix: SalePix | undefined },
): Obstacle | undefined =>
  paymentObstacle(draft) ??
  givenBackObstacle(draft, methods) ??
  pixObstacle(paymentRows(draft), pix);

export function paymentObstacle(draft: SaleDraft): Obstacle | undefined {
  const rows = paymentRows(draft);
  const { paid, totalGeneral } = draftTotals(draft);
  const at = (field: Obstacle['field'], message: string) => ({ message, field });
  if (rows.every((row) => row.method === null)) {
    return at('method-0', 'Verifique se o meio de pagamento possui uma descrição selecionada.');
  }
  if (rows.every((row) => row.amount === null)) {
    return at('amount', 'O registro de venda precisa incluir pelo menos 1 meio de pagamento.');
  }
  if (paid < totalGeneral) {
    return at(
      'amount',
      'O valor pago não é suficiente para finalizar a venda. Verifique o valor pago e tente novamente.',
    );
  }
  return paid > MAX_CENTS ? at('amount', 'O valor pago passa de R$ 9.999.999,99.') : undefined;
}

function givenBackObstacle(draft: SaleDraft, methods: readonly string[]): Obstacle | undefined {
  const { exchange } = draft;
  const message = exchange && givenBackProblem(exchange, draftTotals(draft).totalGeneral, methods);
  return message === undefined ? undefined : { message, field: 'given-back' };
}

/** Who receives the Pix payments of the sale with this Idempotency-Key. */
export type SalePix = Pix & { readonly saleKey: string };

/**
 * The txid of a row that is paid by Pix; undefined for other rows and without an amount. It comes from the sale's key
 * and the row's number, so no column keeps it; with another key the confirmation is asked for again.
 */
export function txidOf(
  { method, amount }: PaymentRow,
  index: number,
  pix: SalePix | undefined,
): string | undefined {
  if (!pix || !method || !amount || foldText(method) !== foldText(pix.method)) return undefined;
  return pixTxid(pix.saleKey, index + 1);
}

/** The first Pix that the seller has not yet found at the bank, which Balcão does not see. */
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

/** Notes, as a question, change that does not come from cash; undefined for none. The seller may give it all the same. */
export function changeNote(payments: readonly PaymentRow[], change: Cents): string | undefined {
  const methods = overpaidMethods(payments, change);
  if (methods.length === 0) return undefined;
  return `Pago a mais em ${methods.join(' e ')}: o troco de ${formatCents(change)} sai mesmo da gaveta?`;
}

/** The items and the one that is being edited, with its new quantity if it may be sold in that. */
export function withEdited(
  items: readonly SaleItem[],
  { edited, quantity }: Entry,
): readonly SaleItem[] {
  if (!edited) return items;
  const { product, place } = edited;
  const typed = quantityOf(quantity);
  const changed = withItem(items, product, typed, place);
  const possible = typed > 0 && beyondLimits(changed) === undefined;
  return possible ? changed : withItem(items, product, edited.quantity, place);
}
