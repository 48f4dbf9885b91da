import { useState } from 'react';
import { type Outcome, outcomeOf, type Said } from '../messages/outcome.ts';

type Options<Row> = {
  remove: (row: Row) => Promise<unknown>;
  said: Said;
  onDone: (outcome: Outcome) => void;
};

/** Asks before a row is deleted, and says afterwards what became of it. */
export function useRemoval<Row>({ remove, said, onDone }: Options<Row>) {
  const [asking, setAsking] = useState<{ row: Row; inDialog: boolean } | null>(null);
  const [removing, setRemoving] = useState<ReadonlySet<Row>>(new Set());

  const run = async (row: Row) => {
    setRemoving((rows) => new Set(rows).add(row));
    const outcome = await outcomeOf(() => remove(row), said);
    setRemoving((rows) => new Set([...rows].filter((other) => other !== row)));
    onDone(outcome);
  };

  return {
    asking,
    ask: (row: Row, from: 'list' | 'dialog') => setAsking({ row, inDialog: from === 'dialog' }),
    dismiss: () => setAsking(null),
    run: (row: Row) => void run(row),
    isRemoving: (row: Row) => removing.has(row),
  };
}
