import { isHiddenCpf } from '@balcao/domain/cpf.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { KeptPerson, KeptSale } from '../../kept/kept-sale.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import { boughtIn } from '../finish/send-sale.ts';
import type { CounterState } from '../sale/counter-state.ts';
import { type Person, saleName } from '../sale/person.ts';
import { pixObstacle, type SalePix } from '../sale/sale-checks.ts';
import { paymentRows } from '../sale/sale-draft.ts';
import { totalsOf } from '../sale/sale-item.ts';

type Seller = { readonly id: number; readonly name: string };
type Order = Pick<CounterState, 'key' | 'draft' | 'sent'>;

/** The order on the counter as a kept sale, with the receipt that its client gets. */
export function keptSaleOf(
  { key, draft, sent }: Order,
  { seller, madeAt, pix }: { seller: Seller; madeAt: string; pix: SalePix | undefined },
): KeptSale & { readonly receipt: MadeSale } {
  const { client, student, items } = draft;
  const figures = boughtIn(draft);
  const pixUnchecked = pixObstacle(paymentRows(draft), pix) !== undefined;
  const hasStudent = student.digits !== '';
  const lines = items.map((item) => {
    const { subtotal, discount, total } = totalsOf(item);
    const { id, code, name, price } = item.product;
    return {
      quantity: item.quantity,
      subtotal: reaisFromCents(subtotal),
      desc_percent: 0,
      desc_value: reaisFromCents(discount),
      total: reaisFromCents(total),
      product_info: { id, code, name, price: reaisFromCents(price) },
    };
  });
  return {
    key,
    ...{ user: seller.id, seller: seller.name, madeAt, figures, pixUnchecked, problem: null },
    client: personOf(client),
    student: hasStudent ? personOf(student) : null,
    paper: lines.map(({ product_info: { code, name, price } }) => ({ code, name, price })),
    sent: sent.flatMap((body) => ('exchangeOf' in body ? [] : [body])),
    receipt: {
      ...NO_PAYMENT_LINES,
      ...figures,
      id: 0,
      created_at: madeAt,
      client: client.registered?.id ?? 0,
      student: student.registered?.id ?? null,
      seller: seller.id,
      client_data: { id: 0, name: saleName(client), cpf: shownCpf(client) },
      student_data: hasStudent
        ? { id: 0, registration: student.digits, name: saleName(student) }
        : null,
      seller_data: seller,
      products_data: lines,
      kept: { key, pixUnchecked },
    },
  };
}

const personOf = ({ registered, digits, name }: Person): KeptPerson =>
  registered ? { id: registered.id } : { number: digits, name: tidyText(name) };

/** A paper that the client takes away names no CPF of which the counter knows a part alone. */
const shownCpf = ({ digits }: Person) => (isHiddenCpf(digits) ? '' : digits);

const NO_PAYMENT_LINES = {
  ...{ payment_method1: null, payment_method2: null, payment_method3: null },
  ...{ payment_method4: null, payment_method5: null, payment_desc1: null, payment_desc2: null },
  ...{ payment_desc3: null, payment_desc4: null, payment_desc5: null },
};
