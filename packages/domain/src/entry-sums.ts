import { cents, sumCents } from './money.ts';
import { periodReport, type ReportedSale } from './period-report.ts';

export const ENTRY_KINDS = ['sale', 'refund', 'exchange', 'payments'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** `totalGeneral` and the payments are what the entry adds: below zero what came back or was paid out. */
export type SummedEntry = ReportedSale & { readonly kind: EntryKind };

/**
 * The sums of sales and of what puts sales right, by the rules of the period report: sold − returned + corrected
 * is `net`, and so is the sum of `byMethod`. A payment correction adds to one method what it takes from another, so
 * that `corrected` is 0 unless the entries are those of one method.
 */
export function entrySums(entries: readonly SummedEntry[]) {
  const of = (...kinds: EntryKind[]) => entries.filter(({ kind }) => kinds.includes(kind));
  const sum = (some: readonly SummedEntry[]) => sumCents(some.map((entry) => entry.totalGeneral));
  const { totalGeneral: net, byMethod } = periodReport(
    of('sale'),
    of('refund', 'exchange', 'payments'),
  );
  return {
    sold: sum(of('sale')),
    returned: cents(-sum(of('refund', 'exchange'))),
    corrected: sum(of('payments')),
    net,
    byMethod,
  };
}
