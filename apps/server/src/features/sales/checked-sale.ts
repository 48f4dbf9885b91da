import { refusals } from '@balcao/contract/refusal.ts';
import { EXCHANGE_CREDIT, exchangeCredit } from '@balcao/domain/correction-payments.ts';
import { type Cents, MAX_CENTS, reaisFromCents, ZERO } from '@balcao/domain/money.ts';
import { netPayments } from '@balcao/domain/net-payments.ts';
import {
  fitsTheBooks,
  itemTotals,
  type SaleTotals,
  saleTotals,
} from '@balcao/domain/sale-total.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import type { PaymentCommand, SaleCommand } from './sale-command.ts';
import type { StoredItem, StoredPayment } from './sale-record.ts';
import type { SaleReferences } from './sale-references.repository.ts';

export type Seller = Pick<SignedIn, 'id' | 'name' | 'admin'>;

/**
 * The sale as it is stored. `worth` is that of what came back, for the new sale of an exchange. Throws as
 * createSale does.
 */
export function checkedSale(
  command: SaleCommand,
  references: SaleReferences,
  seller: Seller,
  worth: Cents = ZERO,
) {
  if (!seller.admin) refuseDiscounts(command);
  const client = references.clients.get(command.clientId);
  if (!client) throw new Refusal('unknown_client', { field: 'body/client' });
  const student = command.studentId === null ? null : references.students.get(command.studentId);
  if (student === undefined) throw new Refusal('unknown_student', { field: 'body/student' });
  return {
    ...saleFigures(command, references, worth),
    generalDiscount: command.generalDiscount,
    seller: { id: seller.id, name: seller.name },
    client,
    student,
    lists: knownLists(command, references),
    parkedOrder: command.parkedOrder,
  };
}

/** A list may have been renamed since the order began, so the sale leaves out what no list is called. */
function knownLists({ lists }: SaleCommand, references: SaleReferences): string[] | undefined {
  const known = lists?.filter((list) => references.lists.has(list));
  return known?.length ? known : undefined;
}

/** The counter has no discount field, so a seller's request with a discount did not come from it. */
function refuseDiscounts({ items, generalDiscount }: SaleCommand): void {
  const index = items.findIndex(({ discountPercent }) => discountPercent > 0);
  if (index >= 0) {
    throw new Refusal('discount_not_allowed', { field: `body/products/${index}/desc_percent` });
  }
  if (generalDiscount > 0) {
    throw new Refusal('discount_not_allowed', { field: 'body/desc_general' });
  }
}

type SaleFigures = SaleTotals & { items: StoredItem[]; payments: StoredPayment[] };

/**
 * Computes every figure of the sale from the products' prices and compares it with the browser's figure.
 * `worth` is that of what came back, when this is the new sale of an exchange; its credit is the first payment.
 * Throws unknown_product, unknown_payment_method, payment_without_method, figures_differ, discount_too_large, not_paid and
 * amount_too_large.
 */
function saleFigures(command: SaleCommand, references: SaleReferences, worth: Cents): SaleFigures {
  const items = storedItems(command, references);
  const totals = saleTotals({
    items,
    generalDiscount: command.generalDiscount,
    payments: command.payments.map((payment) => payment.amount),
  });
  if (!fitsTheBooks(totals)) throw new Refusal('amount_too_large');
  if (totals.totalGeneral < 0) {
    throw new Refusal('discount_too_large', { field: 'body/desc_general' });
  }
  const { claimed } = command;
  mustEqual('body/subtotal', claimed.subtotal, totals.subtotal);
  mustEqual('body/total', claimed.total, totals.total);
  mustEqual('body/total_general', claimed.totalGeneral, totals.totalGeneral);
  const credit = exchangeCredit(worth, totals.totalGeneral);
  if (credit > 0) mustEqual('body/payment_method1', claimedCredit(command), credit);
  mustEqual('body/valor_pago', claimed.paid, totals.paid);
  if (totals.paid < totals.totalGeneral) {
    throw new Refusal('not_paid', {
      field: 'body/valor_pago',
      expected: reaisFromCents(totals.totalGeneral),
    });
  }
  if (command.payments.length === 0) {
    // Even for a total of zero: a response has the client's CPF, and free sales could read them all.
    throw new Refusal('not_paid', {
      field: 'body/payment_method1',
      detail: `${refusals.not_paid.detail} É preciso pelo menos um pagamento acima de zero.`,
    });
  }
  mustEqual('body/troco', claimed.change, totals.change);
  const methodOf = (payment: PaymentCommand) => {
    if (payment.method !== EXCHANGE_CREDIT) return references.methods.get(payment.method);
    return credit > 0 && payment.line === 1 ? null : undefined;
  };
  return { ...totals, items, payments: storedPayments(command, methodOf, totals.change) };
}

function claimedCredit({ payments }: SaleCommand): Cents {
  const first = payments.find(({ line }) => line === 1);
  return first?.method === EXCHANGE_CREDIT ? first.amount : ZERO;
}

function storedItems(command: SaleCommand, { products }: SaleReferences): StoredItem[] {
  return command.items.map((item, index) => {
    const field = `body/products/${index}`;
    const known = products.get(item.productId);
    const product = known && { ...known, ...item.paper };
    if (!product) throw new Refusal('unknown_product', { field: `${field}/product` });
    const totals = itemTotals({ ...item, unitPrice: product.unitPrice });
    if (totals.subtotal > MAX_CENTS) {
      throw new Refusal('amount_too_large', { field: `${field}/subtotal` });
    }
    mustEqual(`${field}/subtotal`, item.claimed.subtotal, totals.subtotal);
    mustEqual(`${field}/desc_value`, item.claimed.discount, totals.discount);
    mustEqual(`${field}/total`, item.claimed.total, totals.total);
    const { quantity, discountPercent } = item;
    return { product, quantity, discountPercent, ...totals };
  });
}

function storedPayments(
  { payments }: SaleCommand,
  /** Undefined: there is no such method. */
  methodOf: (payment: PaymentCommand) => number | null | undefined,
  change: Cents,
): StoredPayment[] {
  const net = netPayments(payments, change);
  return payments.map((payment, index) => {
    const { line, method, amount } = payment;
    const methodId = methodOf(payment);
    if (methodId === undefined) {
      const code = method === '' ? 'payment_without_method' : 'unknown_payment_method';
      throw new Refusal(code, { field: `body/payment_desc${line}` });
    }
    return { line, methodId, method, amount, net: net[index]?.amount as Cents };
  });
}

/** Throws figures_differ with the field and the right figure. */
export function mustEqual(field: string, claimed: Cents, computed: Cents): void {
  if (claimed === computed) return;
  throw new Refusal('figures_differ', {
    field,
    expected: reaisFromCents(computed),
    detail: `Um valor enviado difere do calculado: ${field}.`,
  });
}
