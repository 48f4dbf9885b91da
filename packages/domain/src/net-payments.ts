import { type Cents, cents, subtractCents, sumCents, ZERO } from './money.ts';
import type { PaymentLine } from './payment-lines.ts';
import { foldText } from './search-text.ts';

/** Whether the method's name means cash, from which change is given first. */
export function isCash(method: string): boolean {
  const plain = foldText(method);
  return plain.includes('dinheiro') || plain.includes('especie');
}

/**
 * Subtracts the change from cash first and then from the others, in both cases from the last line to the
 * first. The lines keep their order. Throws RangeError if the change is larger than what was paid.
 */
export function netPayments(lines: readonly PaymentLine[], change: Cents): PaymentLine[] {
  const net: PaymentLine[] = lines.map((line) => ({ ...line }));
  let left: number = change;
  for (const takesCash of [true, false]) {
    for (let index = net.length - 1; index >= 0 && left > 0; index--) {
      const line = net[index] as PaymentLine;
      if (isCash(line.method) !== takesCash) continue;
      const taken = Math.min(line.amount, left);
      net[index] = { method: line.method, amount: cents(line.amount - taken) };
      left -= taken;
    }
  }
  if (left > 0) throw new RangeError('Change is larger than what was paid');
  return net;
}

/** The part of the change that was not taken from cash. `net` is what netPayments leaves of each line. */
export function changeNotFromCash(payments: readonly (PaymentLine & { net: Cents })[]): Cents {
  const notCash = payments.filter(({ method }) => !isCash(method));
  return sumCents(notCash.map(({ amount, net }) => subtractCents(amount, net)));
}

/**
 * Sums by method, in the order of their first lines; methods with a sum of 0 are left out. A sum is below zero
 * where more was given back than came in.
 */
export function sumByMethod(lines: readonly PaymentLine[]): PaymentLine[] {
  const sums = new Map<string, Cents>();
  for (const { method, amount } of lines) {
    sums.set(method, sumCents([sums.get(method) ?? ZERO, amount]));
  }
  return [...sums]
    .map(([method, amount]) => ({ method, amount }))
    .filter(({ amount }) => amount !== 0);
}
