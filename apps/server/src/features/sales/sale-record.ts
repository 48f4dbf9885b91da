import type { Sale } from '@balcao/contract/sales/sales.ts';
import { type Cents, reaisFromCents } from '@balcao/domain/money.ts';
import { PAYMENT_LINE_NUMBERS, type PaymentLine } from '@balcao/domain/payment-lines.ts';
import type { PercentHundredths, SaleTotals } from '@balcao/domain/sale-total.ts';

export type StoredProduct = { id: number; code: string; name: string; unitPrice: Cents };
/** `anonymised`: somebody to whom no new sale is made, in one that a counter kept. */
export type StoredClient = { id: number; name: string; cpf: string; anonymised?: true };
export type StoredStudent = { id: number; name: string; registration: string; anonymised?: true };

export type StoredItem = {
  product: StoredProduct;
  quantity: number;
  discountPercent: PercentHundredths;
  subtotal: Cents;
  discount: Cents;
  total: Cents;
};

export type StoredPayment = {
  line: number;
  /** Null: the credit of an exchange. */
  methodId: number | null;
  method: string;
  amount: Cents;
  /** The amount less its share of the change. */
  net: Cents;
};

/** What came back of a sale by now, how it is paid if that was corrected, and the sale that it exchanged. */
export type SaleCorrections = {
  returnedTotal: Cents;
  /** Units by line. */
  returned: { line: number; quantity: number }[];
  payments: { methodId: number; method: string; amount: Cents }[] | null;
  /** Some of it came back for another sale. */
  exchanged: boolean;
  exchangeOf: number | null;
};

/** A sale as the tables hold it, with the copies of names and prices. */
export type StoredSale = SaleTotals & {
  id: number;
  createdAt: Date;
  seller: { id: number; name: string };
  client: StoredClient;
  student: StoredStudent | null;
  generalDiscount: Cents;
  items: StoredItem[];
  payments: StoredPayment[];
  /** The names of its lists of material. Null or missing: there are none. */
  lists?: string[] | null | undefined;
  /** Who had parked it, if that was somebody else. */
  parkedBy?: string | null | undefined;
  /** Null or missing: there are none. */
  corrections?: SaleCorrections | null;
};

type PaymentFields = Pick<
  Sale,
  Extract<keyof Sale, `payment_method${number}` | `payment_desc${number}`>
>;

/** The sale in API form. Only the fields named here reach a response. */
export function saleRecord(sale: StoredSale): Sale {
  const { seller, client, student } = sale;
  return {
    id: sale.id,
    created_at: sale.createdAt.toISOString(),
    client: client.id,
    student: student?.id ?? null,
    seller: seller.id,
    client_data: { id: client.id, name: client.name, cpf: client.cpf },
    student_data: student && {
      id: student.id,
      registration: student.registration,
      name: student.name,
    },
    seller_data: { id: seller.id, name: seller.name },
    products_data: sale.items.map((item) => ({
      quantity: item.quantity,
      subtotal: reaisFromCents(item.subtotal),
      desc_percent: item.discountPercent / 100,
      desc_value: reaisFromCents(item.discount),
      total: reaisFromCents(item.total),
      product_info: {
        id: item.product.id,
        code: item.product.code,
        name: item.product.name,
        price: reaisFromCents(item.product.unitPrice),
      },
    })),
    ...paymentFields(sale.payments),
    subtotal: reaisFromCents(sale.subtotal),
    total: reaisFromCents(sale.total),
    total_general: reaisFromCents(sale.totalGeneral),
    desc_general: reaisFromCents(sale.generalDiscount),
    valor_pago: reaisFromCents(sale.paid),
    troco: reaisFromCents(sale.change),
    ...(sale.lists && { lists: sale.lists }),
    ...(sale.parkedBy && { parked_by: sale.parkedBy }),
    ...(sale.corrections && { corrections: correctionsOf(sale, sale.corrections) }),
  };
}

function correctionsOf({ payments }: StoredSale, made: SaleCorrections) {
  // A correction of payments leaves the credit of an exchange as it is.
  const credit = payments.filter(({ methodId }) => methodId === null);
  return {
    returned_total: reaisFromCents(made.returnedTotal),
    returned: made.returned,
    payments: made.payments && [...credit, ...made.payments].map(methodAmount),
    exchanged: made.exchanged,
    exchange_of: made.exchangeOf,
  };
}

export const methodAmount = ({ method, amount }: PaymentLine) => ({
  method,
  amount: reaisFromCents(amount),
});

function paymentFields(payments: readonly StoredPayment[]): PaymentFields {
  const fields: Partial<PaymentFields> = {};
  for (const line of PAYMENT_LINE_NUMBERS) {
    const payment = payments.find((candidate) => candidate.line === line);
    fields[`payment_method${line}`] = payment ? reaisFromCents(payment.amount) : null;
    fields[`payment_desc${line}`] = payment?.method ?? null;
  }
  return fields as PaymentFields;
}
