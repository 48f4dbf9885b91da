import { randomUUID } from 'node:crypto';
import type { Approval, ApprovedAction } from '@balcao/contract/accounts/approvals.ts';
import type { Problem } from '@balcao/contract/problem.ts';
import type { Correction, SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import type { NewSale, Sale } from '@balcao/contract/sales/sales.ts';
import { EXCHANGE_CREDIT, exchangeCredit } from '@balcao/domain/correction-payments.ts';
import { type Cents, centsFromReais, reaisFromCents, subtractCents } from '@balcao/domain/money.ts';
import { refundWorth } from '@balcao/domain/refund-worth.ts';
import { withBox } from './boxes.ts';
import { type Counter, untilReply } from './counter.ts';
import { type Account, CLIENT_CPF } from './staff-and-stock.ts';
import { ADMIN_PASSWORD } from './tortured-shop.ts';

/** Sellers ask for an approval, whose password costs the server as much as a sign-in. */
const BY_SELLERS = 0.2;
/** Another counter was faster, with a deletion or a correction of the same sale. */
const OUTDATED = ['not_found', 'more_than_sold', 'figures_differ', 'same_payments'];

/** One unit of an earlier sale comes back for cash. */
export async function refund(counter: Counter): Promise<void> {
  const sale = await anEarlierSale(counter);
  const back = sale && unitBack(sale);
  if (!back) return;
  const body = { ...back.body, payments: [{ method: 'Dinheiro', amount: back.body.total }] };
  await correct(counter, { sale, name: 'createRefund', action: 'refund', body });
}

/** The same for a new sale. What the credit does not pay, or what is left of it, is cash. */
export async function exchange(counter: Counter): Promise<void> {
  const { sales, random } = counter;
  const sale = await anEarlierSale(counter);
  const back = sale && unitBack(sale);
  if (!back) return;
  const { client, student, seller, ...bought } = sales[random.below(sales.length)] as NewSale;
  const total = centsFromReais(bought.total_general);
  const credit = exchangeCredit(back.worth, total);
  const [toPay, left] = [subtractCents(total, credit), subtractCents(back.worth, credit)];
  const body = {
    ...back.body,
    payments: left > 0 ? [{ method: 'Dinheiro', amount: reaisFromCents(left) }] : [],
    sale: {
      ...bought,
      payment_desc1: EXCHANGE_CREDIT,
      payment_method1: reaisFromCents(credit),
      payment_desc2: toPay > 0 ? 'Dinheiro' : null,
      payment_method2: toPay > 0 ? reaisFromCents(toPay) : null,
      valor_pago: reaisFromCents(total),
      troco: 0,
    },
  };
  await correct(counter, { sale, name: 'createExchange', action: 'exchange', body });
}

/** All of it turns out to have been paid by one other method. */
export async function correctPayments(counter: Counter, id?: number): Promise<void> {
  const sale = await anEarlierSale(counter, id);
  if (!sale) return;
  const lines = sale.payments.filter(({ method }) => method !== EXCHANGE_CREDIT);
  const total = lines.reduce((sum, { amount }) => sum + centsFromReais(amount), 0) as Cents;
  if (total === 0) return;
  const method = lines[0]?.method === 'Pix' ? 'Dinheiro' : 'Pix';
  const body = { reason: 'Forma errada', payments: [{ method, amount: reaisFromCents(total) }] };
  await correct(counter, { sale, name: 'correctPayments', action: 'payments', body });
}

/** Any, if none is named; none, if it is deleted or by chance. */
async function anEarlierSale(counter: Counter, sale?: number): Promise<SaleToCorrect | undefined> {
  const { ledger, random, administrator } = counter;
  const id = sale ?? ledger.sales[random.below(ledger.sales.length + 1)];
  if (id === undefined) return undefined;
  const reply = await untilReply(counter, administrator, 'readSale', { id }, [200, 404]);
  return reply.status === 200 ? (reply.body as SaleToCorrect) : undefined;
}

/** One unit of the first line, if any is left. */
function unitBack({ items }: SaleToCorrect) {
  const line = items[0];
  if (!line || line.returned === line.quantity) return undefined;
  const { quantity, returned, total } = line;
  const netTotal = centsFromReais(total);
  const worth = refundWorth({ netTotal, quantity, before: returned, units: 1 });
  const body = {
    items: [{ line: line.line, quantity: 1 }],
    reason: 'Tamanho errado',
    total: reaisFromCents(worth),
  };
  return { worth, body };
}

type Wish = {
  sale: SaleToCorrect;
  name: 'createRefund' | 'createExchange' | 'correctPayments';
  action: ApprovedAction;
  body: object;
};

/** Sends a correction under one key until it is made, or refused because another was faster. */
async function correct(counter: Counter, { sale, name, action, body }: Wish) {
  const { ledger, random, administrator } = counter;
  const account = random.chance(BY_SELLERS) ? counter.account() : administrator;
  if (account !== administrator) {
    // Sellers open the sales of others by CPF; this one may be deleted meanwhile.
    const opening = { id: sale.id, body: { cpf: CLIENT_CPF } };
    await untilReply(counter, account, 'openSale', opening, [200, 404]);
  }
  const key = randomUUID();
  ledger.corrections.willSend(key);
  if (name === 'createExchange') ledger.willSend(key);
  for (;;) {
    const approval =
      account === administrator
        ? undefined
        : await approve(counter, account, sale.id, action, body);
    const given = { id: sale.id, key, body: { ...body, approval } };
    const reply = await withBox(counter, account, () =>
      untilReply(counter, account, name, given, [201, 403, 404, 409, 422]),
    );
    if (reply.status === 201) {
      const made = reply.body as Correction | { correction: Correction; sale: Sale };
      const correction = 'correction' in made ? made.correction : made;
      ledger.corrections.acknowledge(key, correction.id, centsFromReais(correction.total));
      if ('correction' in made) {
        const { id, total_general } = made.sale;
        ledger.acknowledge(key, { id, totalCents: centsFromReais(total_general) });
      }
      return;
    }
    const { code } = reply.body as Problem;
    if (code === 'approval_ended') continue;
    if (!OUTDATED.includes(code)) throw new Error(`${name} was answered with ${reply.text}`);
    ledger.corrections.refused(key);
    if (name === 'createExchange') ledger.refused(key);
    return;
  }
}

async function approve(
  counter: Counter,
  account: Account,
  subject: number,
  action: ApprovedAction,
  request: object,
): Promise<string> {
  const body = { username: 'admin', password: ADMIN_PASSWORD, action, subject, request };
  const reply = await untilReply(counter, account, 'approve', { body }, [201]);
  return (reply.body as Approval).approval;
}
