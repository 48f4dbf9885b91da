import { createHash } from 'node:crypto';
import type { ComparedRow, Comparison, Imported } from '@balcao/contract/imports.ts';
import { Refusal } from '../../request/refusal.ts';

export type Change = ComparedRow['changes'][number];
export type Problem = ComparedRow['problems'][number];
export type Totals = Imported['totals'];

/** A row of the file, compared: `is` what it stands for, so that a preview of other rows is another one. */
export type Planned = { line: number; is: readonly unknown[]; isNew: boolean } & Pick<
  ComparedRow,
  'changes' | 'problems' | 'warnings' | 'asks'
>;

const kindOf = ({ problems, isNew, changes }: Planned): ComparedRow['kind'] => {
  if (problems.length > 0) return 'wrong';
  // A row that brings somebody new and renames somebody else changes what is there.
  if (isNew && changes.every(({ from }) => from === null)) return 'new';
  return changes.length > 0 ? 'changed' : 'same';
};

function comparedOf(plan: Planned): ComparedRow {
  const { line, changes, problems, warnings = [], asks = false } = plan;
  const kind = kindOf(plan);
  const isSaved = kind === 'new' || kind === 'changed';
  return {
    ...{ line, kind, changes, problems },
    ...(isSaved && warnings.length > 0 && { warnings }),
    ...(isSaved && asks && { asks }),
  };
}

export function comparisonOf(
  planned: readonly Planned[],
  totalsOf: (rows: readonly ComparedRow[]) => Totals,
): Comparison {
  const rows = planned.map(comparedOf);
  const hash = createHash('sha256');
  for (const [index, { is }] of planned.entries()) hash.update(JSON.stringify([is, rows[index]]));
  return { preview: hash.digest('hex'), totals: totalsOf(rows), rows };
}

/** Throws import_changed unless it is what the administrator has seen, and wrong_rows. */
export function refuseUnseen(comparison: Comparison, preview: string): void {
  if (comparison.preview !== preview) throw new Refusal('import_changed');
  if (comparison.rows.some(({ kind }) => kind === 'wrong')) {
    throw new Refusal('wrong_rows', { field: 'body/rows' });
  }
}
