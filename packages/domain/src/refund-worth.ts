import { type Cents, cents, subtractCents, sumCents, ZERO } from './money.ts';

/**
 * The worth of each line of a sale once the general discount is shared among the lines in proportion to
 * their totals; the centavos that are left go to the largest remainders, the earlier line first. They add up
 * to the sale. The discount is from 0 to the sum of the totals.
 */
export function netLineTotals(totals: readonly Cents[], generalDiscount: Cents): Cents[] {
  const all = BigInt(sumCents(totals));
  if (all === 0n) return [...totals];
  const shares = totals.map((total, line) => {
    const product = BigInt(total) * BigInt(generalDiscount);
    return { line, whole: cents(Number(product / all)), rest: product % all };
  });
  const left = generalDiscount - sumCents(shares.map(({ whole }) => whole));
  const raised = new Set(
    shares
      .toSorted((a, b) => (a.rest === b.rest ? a.line - b.line : a.rest > b.rest ? -1 : 1))
      .slice(0, left)
      .map(({ line }) => line),
  );
  return shares.map(({ line, whole }) =>
    cents((totals[line] ?? ZERO) - whole - (raised.has(line) ? 1 : 0)),
  );
}

/**
 * The worth of `units` more of a line's `quantity`, after `before` have come back: all of them together are
 * the line's net total to the centavo. Throws RangeError if they are more than were sold.
 */
export function refundWorth(line: {
  readonly netTotal: Cents;
  readonly quantity: number;
  readonly before: number;
  readonly units: number;
}): Cents {
  const { netTotal, quantity, before, units } = line;
  if (units < 0 || before < 0 || before + units > quantity) {
    throw new RangeError('More units than were sold');
  }
  return subtractCents(
    worthOf(netTotal, quantity, before + units),
    worthOf(netTotal, quantity, before),
  );
}

/** Half up. */
function worthOf(netTotal: Cents, quantity: number, units: number): Cents {
  const doubled = 2n * BigInt(netTotal) * BigInt(units) + BigInt(quantity);
  return cents(Number(doubled / (2n * BigInt(quantity))));
}
