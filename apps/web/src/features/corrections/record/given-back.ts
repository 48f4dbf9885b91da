import type { Correction, SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { EXCHANGE_CREDIT } from '@balcao/domain/correction-payments.ts';
import {
  type Cents,
  cents,
  centsOfSum,
  formatReais,
  subtractCents,
  sumCents,
  ZERO,
} from '@balcao/domain/money.ts';
import { sumByMethod } from '@balcao/domain/net-payments.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';

type MethodAmount = Correction['payments'][number];

/** A sum of a correction is below zero where money leaves the cash box. */
const asLines = (payments: readonly MethodAmount[]): PaymentLine[] =>
  payments.map(({ method, amount }) => ({ method, amount: centsOfSum(amount) }));

/** How the sale is paid now, without the credit of an exchange, which nobody can give back or replace. */
export function correctable({ payments }: SaleToCorrect): PaymentLine[] {
  return asLines(payments).filter(({ method }) => method !== EXCHANGE_CREDIT);
}

/** What of each method has not been given back yet. */
function stillPaid(sale: SaleToCorrect): PaymentLine[] {
  const gone = sale.corrections
    .filter(({ kind }) => kind !== 'payments')
    .flatMap(({ payments }) => asLines(payments))
    .filter(({ method }) => method !== EXCHANGE_CREDIT);
  return sumByMethod([...correctable(sale), ...gone]).filter(({ amount }) => amount > 0);
}

/** The money goes back the way it came, the first method first; the rest of it by that one too. */
export function givenBackBy(sale: SaleToCorrect, worth: Cents): PaymentLine[] {
  const lines: PaymentLine[] = [];
  let rest = worth;
  for (const { method, amount } of stillPaid(sale)) {
    const part = cents(Math.min(rest, amount));
    if (part > 0) lines.push({ method, amount: part });
    rest = subtractCents(rest, part);
  }
  const [first, ...others] = lines;
  if (rest === ZERO) return lines;
  return [
    { method: first?.method ?? '', amount: sumCents([first?.amount ?? ZERO, rest]) },
    ...others,
  ];
}

/** The money that leaves the drawer or the bank, by method. */
export function givenBack({ kind, payments }: Correction): MethodAmount[] {
  if (kind === 'payments') return [];
  return payments
    .filter(({ method, amount }) => amount < 0 && method !== EXCHANGE_CREDIT)
    .map(({ method, amount }) => ({ method, amount: -amount }));
}

/** 'Devolva R$ 42,00 em Dinheiro' */
export function goingBackWords(made: Correction): string | undefined {
  const back = givenBack(made).map(({ method, amount }) => `${formatReais(amount)} em ${method}`);
  return back.length > 0 ? `Devolva ${back.join(' e ')}` : undefined;
}

/** 'Dinheiro R$ 50,00 → Pix R$ 50,00': the lines below zero are replaced by those above. */
export function replacedWords(payments: Correction['payments']): string {
  const words = (sign: 1 | -1) =>
    payments
      .filter(({ amount }) => amount * sign > 0)
      .map(({ method, amount }) => `${method} ${formatReais(amount * sign)}`)
      .join(' e ');
  return `${words(-1)} → ${words(1)}`;
}
