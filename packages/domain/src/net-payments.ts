import { foldText } from './fold.ts';
import { type Cents, cents, sumCents, ZERO } from './money.ts';

export type PaymentLine = { readonly method: string; readonly amount: Cents };

/** Whether a method's name says that it is cash: the line that change is given from. */
export function isCash(method: string): boolean {
  const plain = foldText(method);
  return plain.includes('dinheiro') || plain.includes('especie');
}

/**
 * What each line really brought in: change leaves the cash lines first, then the others, in both from
 * the last to the first. The lines keep their order; they add up to what was paid less the change.
 * Throws RangeError when the change is larger than what was paid.
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

/** Sums per method name, in the order in which the methods first appear; methods that sum to 0 are left out. */
export function sumByMethod(lines: readonly PaymentLine[]): PaymentLine[] {
  const sums = new Map<string, Cents>();
  for (const line of lines) {
    sums.set(line.method, sumCents([sums.get(line.method) ?? ZERO, line.amount]));
  }
  return [...sums]
    .map(([method, amount]) => ({ method, amount }))
    .filter((line) => line.amount > 0);
}
