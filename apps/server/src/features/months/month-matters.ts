import type { OpenMatter } from '@balcao/contract/cash-boxes/months.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import { centsOfSum, reaisFromCents, subtractCents, sumCents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { listOpenBoxes } from '../cash-boxes/cash-boxes.service.ts';
import { listClosings } from '../closings/closings.service.ts';
import { openDayRows } from './month-lists.repository.ts';

/** Finds what should be settled before these days are closed. */
type Source = (db: Db, days: Period) => Promise<OpenMatter[]>;

/** What else can be left open, such as money that the bank does not know, is one more of these. */
const SOURCES: readonly Source[] = [daysNotClosed, driftedClosings, boxesNotClosed];

/** In the order of the days. */
export async function openMatters(db: Db, days: Period): Promise<OpenMatter[]> {
  const found: OpenMatter[] = [];
  // One after the other: a transaction has one connection.
  for (const source of SOURCES) found.push(...(await source(db, days)));
  return found.sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}

async function daysNotClosed(db: Db, days: Period): Promise<OpenMatter[]> {
  return (await openDayRows(db, days)).map(({ total, ...day }) => ({
    kind: 'day_not_closed',
    ...day,
    box: null,
    amount: reaisFromCents(total),
  }));
}

async function driftedClosings(db: Db, { from, to }: Period): Promise<OpenMatter[]> {
  const closings = await listClosings(db, { startDate: from, endDate: to });
  const drifted = closings.filter(
    ({ sales_added, sales_deleted, corrections_added }) =>
      sales_added || sales_deleted || corrections_added,
  );
  return drifted.map(({ date, seller_id, seller_name, box, total_final, current_total }) => ({
    ...{ kind: 'closing_drifted', day: date, seller: seller_id, seller_name },
    box: box?.number ?? null,
    amount: reaisFromCents(subtractCents(centsOfSum(current_total), centsOfSum(total_final))),
  }));
}

async function boxesNotClosed(db: Db, { from, to }: Period): Promise<OpenMatter[]> {
  const boxes = (await listOpenBoxes(db)).map((box) => ({
    ...box,
    day: businessDayOf(new Date(box.opened_at)),
  }));
  return boxes
    .filter(({ day }) => day >= from && day <= to)
    .map(({ id, day, seller, seller_name, counts }) => ({
      kind: counts ? 'box_unsettled' : 'box_open',
      ...{ day, seller, seller_name, box: id },
      amount:
        counts && reaisFromCents(sumCents(counts.map(({ difference }) => centsOfSum(difference)))),
    }));
}
