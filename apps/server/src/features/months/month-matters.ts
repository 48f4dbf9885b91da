import type { CardDay } from '@balcao/contract/bank.ts';
import type { OpenMatter } from '@balcao/contract/cash-boxes/months.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import { centsOfSum, reaisFromCents, subtractCents, sumReais } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { openAtBank } from '../bank/open-at-bank.ts';
import { listOpenBoxes } from '../cash-boxes/cash-boxes.service.ts';
import { listClosings } from '../closings/closings.service.ts';
import { openDayRows } from './month-lists.repository.ts';

/** Finds what should be settled before these days are closed. */
type Source = (db: Db, days: Period) => Promise<OpenMatter[]>;

const AFTER_ALL_DAYS = '9999-12-31';

const SOURCES: readonly Source[] = [daysNotClosed, driftedClosings, boxesNotClosed, notAtBank];

/** In the order of the days; what is of no single day stands last. */
export async function openMatters(db: Db, days: Period): Promise<OpenMatter[]> {
  const found: OpenMatter[] = [];
  // One after the other: a transaction has one connection.
  for (const source of SOURCES) found.push(...(await source(db, days)));
  const place = ({ day }: OpenMatter) => day ?? AFTER_ALL_DAYS;
  return found.sort((one, other) => place(one).localeCompare(place(other)));
}

async function daysNotClosed(db: Db, days: Period): Promise<OpenMatter[]> {
  return (await openDayRows(db, days)).map(({ total, ...day }) => ({
    kind: 'day_not_closed',
    ...day,
    ...{ box: null, count: null },
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
    ...{ box: box?.number ?? null, count: null },
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
      ...{ day, seller, seller_name, box: id, count: null },
      amount: counts && sumReais(counts.map(({ difference }) => difference)),
    }));
}

/**
 * The Pix of the month in a sum for each of their states, and the days on which cards paid another amount. Nothing in a
 * shop that has never read a statement. In one that has, Pix of days without one are a single matter: the statement is
 * still to be read.
 */
async function notAtBank(db: Db, days: Period): Promise<OpenMatter[]> {
  const open = await openAtBank(db, days);
  if (!open) return [];
  const ofNobody = { seller: null, seller_name: '', box: null };
  return [
    ...open.pix.map(({ state, count, shop, bank }) => ({
      ...{ kind: `pix_${state}` as const, day: null, ...ofNobody, count },
      amount:
        state === 'uncovered'
          ? shop
          : reaisFromCents(subtractCents(centsOfSum(bank), centsOfSum(shop))),
    })),
    ...open.returns.map(({ state, count, shop, bank }) => ({
      ...{ kind: `returns_${state}` as const, day: null, ...ofNobody, count },
      // What is still to be sent or, below zero, what went out too often or without a return.
      amount: reaisFromCents(subtractCents(centsOfSum(shop), centsOfSum(bank))),
    })),
    ...cardDays(open.cards).map((days) => ({
      kind: 'cards_differ' as const,
      ...ofNobody,
      ...days,
    })),
  ];
}

/** One matter for all days, since a row a day would hide the others. A single one keeps its day. */
function cardDays(days: readonly CardDay[]): Pick<OpenMatter, 'day' | 'count' | 'amount'>[] {
  const [first, ...others] = days;
  if (!first) return [];
  if (others.length === 0) return [{ day: first.day, count: null, amount: first.difference }];
  const amount = sumReais(days.map(({ difference }) => difference));
  return [{ day: null, count: days.length, amount }];
}
