import type {
  ListedMonth,
  MonthVersion,
  monthEndpoints,
  ShownMonth,
} from '@balcao/contract/cash-boxes/months.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { differenceOf } from '@balcao/domain/box-count.ts';
import { cents, reaisFromCents, sumCents, ZERO } from '@balcao/domain/money.ts';
import { daysOfMonth, type Month, monthOf } from '@balcao/domain/month/month.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { lockMonth } from '../../database/closed.ts';
import type { Db } from '../../database/connection.ts';
import { once } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { takenApproval } from '../approvals/approvals.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  correctedRows,
  countedBoxRows,
  deletionRows,
  lateSaleRows,
  unexplainedRows,
} from './month-lists.repository.ts';
import { openMatters } from './month-matters.ts';
import {
  findMonthFile,
  insertReopening,
  type ListedMonthRow,
  monthRows,
  type VersionRow,
  versionRows,
} from './months.repository.ts';

/** Newest first. */
export async function listMonths(db: Db): Promise<ListedMonth[]> {
  const newest = new Map<Month, VersionRow>();
  for (const row of (await versionRows(db)).toReversed()) newest.set(row.month, row);
  return (await monthRows(db)).map((row) => listed(row, newest.get(row.month)));
}

/** Throws not_found for a month in which nothing happened. */
export async function readMonth(db: Db, month: Month): Promise<ShownMonth> {
  const versions = await versionRows(db, { month });
  const [newest] = versions;
  const [found] = await monthRows(db, month);
  // All sales of a closed month may have been deleted since.
  const row = found ?? (newest && { month, ended: true, sales: 0, total: ZERO });
  if (!row) throw new Refusal('not_found');
  const shown = listed(row, newest);
  return {
    ...shown,
    open: shown.closing ? [] : await openMatters(db, daysOfMonth(month)),
    versions: versions.map(versionOf),
    ...(newest ? await sinceClosing(db, month, newest) : { moved: [], unexplained: [] }),
  };
}

function listed({ total, ...row }: ListedMonthRow, newest: VersionRow | undefined): ListedMonth {
  const closing = newest && !newest.reopened ? newest : undefined;
  return {
    ...row,
    total: reaisFromCents(total),
    closing: closing
      ? {
          ...{ id: closing.id, version: closing.version, by: closing.closed_by_name },
          at: closing.closed_at.toISOString(),
          total: reaisFromCents(closing.total),
        }
      : null,
  };
}

function versionOf({ reopened, ...row }: VersionRow): MonthVersion {
  return {
    ...{ id: row.id, version: row.version, fingerprint: row.fingerprint, open: row.open },
    at: row.closed_at.toISOString(),
    by: row.closed_by_name,
    total: reaisFromCents(row.total),
    ...row.files,
    reopened: reopened && {
      ...{ by: reopened.by, approved_by: reopened.approved_by, reason: reopened.reason },
      at: new Date(reopened.at).toISOString(),
    },
  };
}

/** What a closing did not know of, the oldest first, and by how much the month differs without it. */
async function sinceClosing(
  db: Db,
  month: Month,
  known: VersionRow,
): Promise<Pick<ShownMonth, 'moved' | 'unexplained'>> {
  const days = daysOfMonth(month);
  const sealed = { ...known, days };
  const late = (await lateSaleRows(db, sealed)).map(({ sale, at, by, total }) => ({
    ...{ kind: 'sale' as const, number: sale, at, by, approved_by: null, reason: null, month },
    amount: total,
  }));
  const deletedSales = new Set(known.deleted_sales);
  const knownCorrections = new Set(known.corrections);
  const closedBoxes = new Set(known.closed_boxes);
  const deletions = (await deletionRows(db, days))
    .filter(({ sale }) => !deletedSales.has(sale))
    .map(({ sale, at, by, approved_by, reason, total }) => ({
      ...{ kind: 'deletion' as const, number: sale, at, by, approved_by, reason, month },
      amount: cents(-total),
    }));
  const corrected = (await correctedRows(db, days)).filter(({ id }) => !knownCorrections.has(id));
  const corrections = corrected.map(({ kind, sale, at, by, approved_by, reason, total, day }) => ({
    ...{ kind, number: sale, at, by, approved_by, reason, month: monthOf(day) },
    amount: cents(-total),
  }));
  const boxes = (await countedBoxRows(db, days)).flatMap(({ box, closed_at, lines, ...row }) =>
    closed_at && !closedBoxes.has(box)
      ? {
          ...{ kind: 'box' as const, number: box, at: closed_at, by: row.by, month },
          ...{ approved_by: row.approved_by, reason: row.reason },
          amount: sumCents(lines.map(differenceOf)),
        }
      : [],
  );
  const differences = await unexplainedRows(
    db,
    sealed,
    corrected.map(({ id }) => id),
  );
  const moved = [...late, ...deletions, ...corrections, ...boxes]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, amount, ...moved }) => ({
      ...moved,
      at: at.toISOString(),
      amount: reaisFromCents(amount),
    }));
  const unexplained = differences.map(({ cents: amount, ...of }) => ({
    ...of,
    amount: reaisFromCents(amount),
  }));
  return { moved, unexplained };
}

/**
 * Reopens the month of this closing, once; the same request again finds it done. Its files stay. Throws not_found,
 * month_closed without an approval, approval_ended, and month_open when it was reopened for another reason.
 */
export async function reopenMonth(
  db: Db,
  actor: SignedIn,
  id: number,
  body: BodyOf<typeof monthEndpoints.reopenMonth>,
): Promise<ShownMonth> {
  const reason = tidyText(body.reason);
  const { answer } = await once(db, {
    lock: async (tx) => {
      const [closing] = await versionRows(tx, { id });
      if (!closing) throw new Refusal('not_found');
      await lockMonth(tx, daysOfMonth(closing.month).from);
      // Read again: the request that had the lock before may have reopened it.
      return (await versionRows(tx, { id }))[0] as VersionRow;
    },
    first: async (_tx, { reopened }) => reopened ?? undefined,
    isSame: (reopened) => reopened.by_id === actor.id && reopened.reason === reason,
    other: 'month_open',
    again: async (_tx, _reopened, { month }) => month,
    make: async (tx, { month, version }) => {
      const asked = { actor, action: 'reopening', subject: id, body, monthClosed: true } as const;
      const approver = await takenApproval(tx, asked);
      // A closed month needs one of everybody.
      if (!approver) throw new Refusal('month_closed');
      await insertReopening(tx, {
        closing_id: id,
        ...{ reopened_by: actor.id, reopened_by_name: actor.name, reason },
        ...{ approved_by: approver.id, approved_by_name: approver.name },
      });
      await recordAudit(tx, actor, 'month.reopened', {
        subjectId: id,
        after: { month, version, reason, approved_by: approver.name },
      });
      return month;
    },
  });
  return readMonth(db, answer);
}

/** Throws not_found. */
export async function readMonthFile(db: Db, id: number, format: 'pdf' | 'xlsx') {
  const file = await findMonthFile(db, id, format);
  if (!file) throw new Refusal('not_found');
  const { content, month, version } = file;
  return { content, name: `fechamento ${month} v${version}.${format}` };
}
