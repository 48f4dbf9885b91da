import type { Correction } from '@balcao/contract/sales/corrections.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { centsFromReais, centsOfSum } from '@balcao/domain/money.ts';
import { daysOfMonth, type Month } from '@balcao/domain/month/month.ts';
import { type MonthRow, monthFigures } from '@balcao/domain/month/month-figures.ts';
import type { Tx } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { listCorrections } from '../corrections/corrections.service.ts';
import { readList } from '../exports/read-list.ts';
import { rowOfCorrection, rowOfSale, type SaleRow } from '../exports/sale-rows.ts';
import { readEverySale } from '../sales/sales-lists.service.ts';
import type { CorrectionLine, MonthContents } from './files/issue.ts';
import { correctedRows, countedBoxRows, deletionRows } from './month-lists.repository.ts';
import { openMatters } from './month-matters.ts';

/** A correction may have 300 items. */
const CORRECTIONS_AT_ONCE = 200;

/** What a closing knew of, by its ids: all else moved afterwards. */
export type Known = { deleted_sales: number[]; corrections: number[]; closed_boxes: number[] };

/** Reads a month under its lock. `viewer` is an administrator, who sees all of it. */
export async function readContents(
  tx: Tx,
  viewer: SignedIn,
  month: Month,
): Promise<{ contents: MonthContents; known: Known }> {
  const days = daysOfMonth(month);
  const query = { startDate: days.from, endDate: days.to };
  const sales: MonthRow[] = [];
  for await (const sale of readEverySale(tx, viewer, query, '').sales()) {
    sales.push(monthRow('sale', rowOfSale(sale)));
  }
  const corrections: Correction[] = [];
  const listed = await readList((slice) => listCorrections(tx, viewer, { ...query, ...slice }), {
    pageSize: CORRECTIONS_AT_ONCE,
    fromEnd: true,
  });
  for await (const correction of listed.rows) corrections.push(correction);
  const [replaced, returned] = [true, false].map((ofPayments) =>
    corrections.filter(({ kind }) => (kind === 'payments') === ofPayments).map(correctionLine),
  ) as [CorrectionLine[], CorrectionLine[]];
  const boxes = await countedBoxRows(tx, days);
  const deleted = await deletionRows(tx, days);
  const contents = {
    month,
    figures: monthFigures(
      sales,
      corrections.map((correction) => monthRow(correction.kind, rowOfCorrection(correction))),
    ),
    returns: returned,
    corrections: replaced,
    deletions: deleted.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    differences: boxes.flatMap(({ box, day, seller, reason, approved_by, lines }) =>
      lines.map((line) => ({ box, day, seller, ...line, reason, approved_by })),
    ),
    open: await openMatters(tx, days),
  };
  const known = {
    deleted_sales: deleted.map(({ sale }) => sale),
    corrections: (await correctedRows(tx, days)).map(({ id }) => id),
    closed_boxes: boxes.flatMap(({ box, closed_at }) => (closed_at ? [box] : [])),
  };
  return { contents, known };
}

/** Without people and items: a month has thousands. */
function monthRow(kind: string, row: SaleRow): MonthRow {
  const { at, sellerId, sellerName, subtotal, totalGeneral, payments, change } = row;
  const day = businessDayOf(at);
  return { kind, day, sellerId, sellerName, subtotal, totalGeneral, payments, change };
}

const correctionLine = (correction: Correction): CorrectionLine => ({
  number: correction.id,
  sale: correction.sale,
  at: correction.created_at,
  by: correction.seller_name,
  approved_by: correction.approved_by,
  total: centsFromReais(correction.total),
  payments: correction.payments.map(({ method, amount }) => ({
    method,
    amount: centsOfSum(amount),
  })),
});
