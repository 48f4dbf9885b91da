import { createHash } from 'node:crypto';
import type { ShownMonth } from '@balcao/contract/cash-boxes/months.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { daysOfMonth, type Month } from '@balcao/domain/month/month.ts';
import { lockMonth } from '../../database/closed.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { type KeyColumns, onceByKey } from '../../database/once.ts';
import { inTransaction } from '../../database/transaction.ts';
import { untilAllIsWritten } from '../../database/writing-transactions.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { readInstitution } from '../institution/institution.service.ts';
import { type MonthFiles, monthFiles, type ToWrite } from './files/month-files.ts';
import { type Known, readContents } from './month-contents.ts';
import {
  insertMonthClosing,
  insertMonthFiles,
  monthRows,
  timeNow,
  type VersionRow,
  versionRows,
} from './months.repository.ts';
import { readMonth } from './months.service.ts';

type Closing = { actor: SignedIn; month: Month; idempotencyKey: string };

/** How often the month may change while its files are written. */
const ATTEMPTS = 5;

/** The month is no longer what its files say. */
class MovedMeanwhile extends Error {}

/**
 * Closes a month once for its key: keeps its figures, a PDF and an XLSX, with an event of the audit that has their
 * fingerprints, in one transaction. The files take seconds to write, for which no deletion waits: the month is read
 * under its lock before and after, and if it has moved, they are written again. Throws the refusals of the call.
 */
export async function closeMonth(db: Db, closing: Closing): Promise<ShownMonth> {
  const { actor, month, idempotencyKey } = closing;
  for (let attempt = 1; ; attempt++) {
    const draft = await inTransaction(db, (tx) => readDraft(tx, closing));
    const files = draft && (await monthFiles(draft));
    try {
      await onceByKey<undefined, void>(db, {
        table: 'month_closings',
        key: idempotencyKey,
        asked: { by: actor.id, action: 'month', subject: null, body: { month } },
        lock: (tx) => lockMonth(tx, daysOfMonth(month).from),
        again: async () => undefined,
        make: async (tx, columns) => {
          const now = await readDraft(tx, closing);
          if (!draft || !files || !now || !isSame(draft, now)) throw new MovedMeanwhile();
          await writeClosing(tx, closing, columns, { ...draft, files });
          return undefined;
        },
      });
      return await readMonth(db, month);
    } catch (error) {
      if (!(error instanceof MovedMeanwhile) || attempt === ATTEMPTS) throw error;
    }
  }
}

type Draft = ToWrite & { figures: string; fingerprint: Buffer; known: Known };

/** Reads the month under its lock. Undefined if this very request has closed it. Throws as nextVersion does. */
async function readDraft(
  tx: Tx,
  { actor, month, idempotencyKey }: Closing,
): Promise<Draft | undefined> {
  await lockMonth(tx, daysOfMonth(month).from);
  const versions = await versionRows(tx, { month });
  if (versions.some(({ key }) => key === idempotencyKey.toLowerCase())) return undefined;
  const version = await nextVersion(tx, month, versions[0]);
  // A sale of the last second of a month may still be under way in the first of the next one.
  await untilAllIsWritten(tx);
  // The names of the schools are not the sample's business.
  const { institutions } = await readInstitution(tx, false);
  const { contents, known } = await readContents(tx, actor, month, institutions);
  // The canonical text: its fields stand in the order in which they are read.
  const figures = JSON.stringify(contents);
  const fingerprint = hashOf(figures);
  const closedAt = await timeNow(tx);
  const code = fingerprint.toString('hex');
  return {
    issue: { contents, version, closedAt, closedBy: actor.name, code },
    institutions,
    figures,
    fingerprint,
    known,
  };
}

const isSame = (one: Draft, other: Draft) =>
  one.figures === other.figures &&
  one.issue.version === other.issue.version &&
  JSON.stringify(one.known) === JSON.stringify(other.known);

async function writeClosing(
  tx: Tx,
  { actor, month }: Closing,
  columns: KeyColumns,
  { issue, figures, fingerprint, known, files }: Draft & { files: MonthFiles },
): Promise<void> {
  const { contents, version, closedAt, code } = issue;
  const { sales, total } = contents.figures;
  const id = await insertMonthClosing(tx, {
    ...{ ...columns, ...known, figures, fingerprint, version },
    ...{ month: daysOfMonth(month).from, total_cents: total },
    ...{ closed_at: closedAt, closed_by: actor.id, closed_by_name: actor.name },
  });
  const kept = { pdf: hashOf(files.pdf), xlsx: hashOf(files.xlsx) };
  await insertMonthFiles(tx, [
    { closing_id: id, format: 'pdf', content: files.pdf, hash: kept.pdf },
    { closing_id: id, format: 'xlsx', content: files.xlsx, hash: kept.xlsx },
  ]);
  await recordAudit(tx, actor, 'month.closed', {
    subjectId: id,
    after: {
      ...{ month, version, total_final: reaisFromCents(total), sales_count: sales },
      ...{ open: contents.open.length, fingerprint: code },
      pdf_sha256: kept.pdf.toString('hex'),
      xlsx_sha256: kept.xlsx.toString('hex'),
    },
  });
}

const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest();

/** Throws not_found, month_not_ended and month_already_closed. */
async function nextVersion(tx: Tx, month: Month, newest: VersionRow | undefined): Promise<number> {
  const [found] = await monthRows(tx, month);
  if (!found && !newest) throw new Refusal('not_found');
  if (found?.ended === false) throw new Refusal('month_not_ended');
  if (newest && !newest.reopened) throw new Refusal('month_already_closed');
  return (newest?.version ?? 0) + 1;
}
