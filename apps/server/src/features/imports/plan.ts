import { createHash } from 'node:crypto';
import type { ComparedRow, Comparison, Imported } from '@balcao/contract/imports.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { unhurried } from '../../request/unhurried.ts';
import { changeUnlessTaken } from '../audit/audited-rows.ts';
import { type BulkKind, recordBulkChange } from '../bulk-changes/undo-once.service.ts';
import type { ReadRow } from './checks.ts';

export type Change = ComparedRow['changes'][number];
type Totals = Imported['totals'];
type Actor = Pick<SignedIn, 'id' | 'name'>;

/** What a row changes. One that `asks` brings what it gives only if somebody has ticked it. */
export type Outcome<Given> = { changes: Change[]; isNew?: boolean; asks?: boolean; gives?: Given };

export type Seen<Cells> = {
  rows: readonly Cells[];
  preview: string;
  file?: string;
  renamed?: readonly number[];
};

type Saving<Made, Extra> = {
  totals: (made: Made) => Totals;
  /** `confirmed` gives what the rows bring, inside the transaction. It throws import_changed and wrong_rows. */
  record: (
    db: Db,
    actor: Actor,
    body: Seen<unknown> & Extra,
    confirmed: (tx: Tx) => Promise<Made>,
  ) => Promise<Totals>;
};

type Import<Cells, Row extends ReadRow, Known, Given, Made, Extra> = {
  read: (cells: Cells) => Row;
  /** What there is of the rows; `lock` until the end of the transaction. */
  known: (db: Db, rows: readonly Row[], lock: boolean) => Promise<Known>;
  /**
   * `rowOf` notes what keeps a row out, or says what it changes. `made`: all that the rows bring that go in, of what
   * each of them gives.
   */
  compare: (known: Known) => {
    rowOf: (row: Row, index: number) => Outcome<Given> | undefined;
    made: (given: Given[]) => Made | Promise<Made>;
  };
  save: Saving<Made, Extra>;
};

/** A kind of file: `preview` says what its rows would change, `save` changes that if all is still as it was seen. */
export function plan<Cells, Row extends ReadRow, Known, Given, Made, Extra>({
  read,
  known,
  compare,
  save: { totals, record },
}: Import<Cells, Row, Known, Given, Made, Extra>) {
  async function planOf(db: Db, cells: readonly Cells[], lock: boolean) {
    const rows: Row[] = [];
    for await (const row of unhurried(cells)) rows.push(read(row));
    const { rowOf, made } = compare(await known(db, rows, lock));
    const outcomes: ReturnType<typeof rowOf>[] = [];
    for await (const [index, row] of unhurried(rows.entries())) outcomes.push(rowOf(row, index));
    const compared: ComparedRow[] = [];
    // Of what the rows stand for too, so that a preview of other rows is another one.
    const hash = createHash('sha256');
    for await (const [index, row] of unhurried(rows.entries())) {
      const shown = comparedOf(row, outcomes[index]);
      compared.push(shown);
      hash.update(JSON.stringify([row, shown]));
    }
    const madeBy = async (isIn: (row: ComparedRow) => boolean) =>
      made(
        outcomes.flatMap((outcome, index) =>
          outcome?.gives !== undefined && isIn(compared[index] as ComparedRow)
            ? [outcome.gives]
            : [],
        ),
      );
    const comparison: Comparison = {
      preview: hash.digest('hex'),
      totals: totals(await madeBy(({ kind, asks }) => kind !== 'wrong' && !asks)),
      rows: compared,
    };
    return { comparison, madeBy };
  }

  async function confirmed(tx: Tx, { rows, preview, renamed = [] }: Seen<Cells>): Promise<Made> {
    const { comparison, madeBy } = await planOf(tx, rows, true);
    if (comparison.preview !== preview) throw new Refusal('import_changed');
    if (comparison.rows.some(({ kind }) => kind === 'wrong')) {
      throw new Refusal('wrong_rows', { field: 'body/rows' });
    }
    const ticked = new Set(renamed);
    return madeBy(({ line, asks }) => !asks || ticked.has(line));
  }

  return {
    preview: async (db: Db, rows: readonly Cells[]): Promise<Comparison> =>
      (await planOf(db, rows, false)).comparison,
    /** Throws import_changed, wrong_rows and what the import itself throws. */
    save: async (db: Db, actor: Actor, body: Seen<Cells> & Extra): Promise<Imported> => ({
      totals: await record(db, actor, body, (tx) => confirmed(tx, body)),
    }),
  };
}

function comparedOf({ line, problems, warnings }: ReadRow, outcome?: Outcome<unknown>) {
  const { changes, isNew = false, asks = false } = outcome ?? { changes: [] };
  // A row that brings somebody new and renames somebody else changes what is there.
  const onlyNew = isNew && changes.every(({ from }) => from === null);
  const isSaved = problems.length === 0 && (onlyNew || changes.length > 0);
  const kind = problems.length > 0 ? 'wrong' : onlyNew ? 'new' : isSaved ? 'changed' : 'same';
  return {
    ...{ line, kind, changes, problems },
    ...(isSaved && warnings.length > 0 && { warnings }),
    ...(isSaved && asks && { asks }),
  } satisfies ComparedRow;
}

/** An import that is listed, and undone from the events that `events` writes. `code`: the index that keeps codes apart. */
export const inBulk = <Made>({
  kind,
  code,
  totals,
  events,
}: Pick<Saving<Made, unknown>, 'totals'> & {
  kind: BulkKind;
  code?: string;
  events: (tx: Tx, actor: Actor, made: Made) => Promise<number[]>;
}): Saving<Made, unknown> => ({
  totals,
  record(db, actor, { file }, confirmed) {
    const change = async (tx: Tx) => {
      const made = await confirmed(tx);
      const ids = await events(tx, actor, made);
      const details = { totals: totals(made), file };
      if (ids.length > 0) await recordBulkChange(tx, actor, { kind, events: ids, details });
      return details.totals;
    };
    // Somebody else's new row with the same code.
    const taken = { code: 'import_changed', field: 'body/preview' } as const;
    return code
      ? changeUnlessTaken(db, { index: code, ...taken }, change)
      : inTransaction(db, change);
  },
});
