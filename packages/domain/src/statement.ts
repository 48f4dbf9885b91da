import { cents, sumCents } from './money.ts';
import { periodReport, type ReportedSale } from './period-report.ts';

/**
 * The sums of a person's statement, by the rules of the period report: `total` is what was bought less what
 * came back, and the net sums of `byMethod` add up to it.
 */
export function statementSums<S extends ReportedSale>(
  sales: readonly S[],
  corrections: readonly S[],
) {
  const { byMethod, totalGeneral: total } = periodReport(sales, corrections);
  return {
    bought: sumCents(sales.map(({ totalGeneral }) => totalGeneral)),
    returned: cents(-sumCents(corrections.map(({ totalGeneral }) => totalGeneral))),
    total,
    byMethod,
  };
}
