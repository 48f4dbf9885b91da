import type { Correction } from '@balcao/contract/sales/corrections.ts';
import type { Institution } from '@balcao/contract/shop/institution.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { INCOME_PARTS, type IncomePart } from '@balcao/domain/income.ts';
import { type Cents, centsFromReais, centsOfSum } from '@balcao/domain/money.ts';
import { daysOfMonth, type Month } from '@balcao/domain/month/month.ts';
import { type MonthRow, monthFigures } from '@balcao/domain/month/month-figures.ts';
import type { Tx } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { listCorrections } from '../corrections/corrections.service.ts';
import { readList } from '../exports/read-list.ts';
import { rowOfCorrection, rowOfSale, type SaleRow } from '../exports/sale-rows.ts';
import { readEverySale } from '../sales/sales-lists.service.ts';
import type { CorrectionLine, IncomeLine, MonthContents } from './files/issue.ts';
import {
  correctedRows,
  countedBoxRows,
  deletionRows,
  incomeOf,
  saleNumbers,
} from './month-lists.repository.ts';
import { openMatters } from './month-matters.ts';

/** A correction may have 300 items. */
const CORRECTIONS_AT_ONCE = 200;

/** What a closing knew of, by its ids: all else moved afterwards. */
export type Known = { deleted_sales: number[]; corrections: number[]; closed_boxes: number[] };

/** Reads a month under its lock. `viewer` is an administrator, who sees everything. */
export async function readContents(
  tx: Tx,
  viewer: SignedIn,
  month: Month,
  institutions: Institution['institutions'],
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
    numbers: await saleNumbers(tx, days),
    income: incomeLines(institutions, await incomeOf(tx, days)),
    returns: returned,
    corrections: replaced,
    deletions: deleted.map(({ at, reason: _, ...row }) => ({ ...row, at: at.toISOString() })),
    differences: boxes.flatMap(({ box, day, seller, approved_by, lines }) =>
      lines.map((line) => ({ box, day, seller, ...line, approved_by })),
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

/** By the names of now. The income of a product without an institution belongs to both. */
function incomeLines(
  [college, school]: Institution['institutions'],
  sums: ReadonlyMap<IncomePart, Cents>,
): IncomeLine[] {
  const both = {
    name: `${college.name} e ${school.name}, sem divisão`,
    cnpj: [...new Set([college.cnpj, school.cnpj])].join(' e '),
  };
  const shown = { college, school, both };
  return INCOME_PARTS.flatMap((part) => {
    const { name, cnpj } = shown[part];
    const total = sums.get(part);
    return total === undefined ? [] : [{ name, cnpj, total }];
  });
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
