import { useRef, useState } from 'react';
import { type Outcome, outcomeOf, type Said } from './outcome.ts';

/** An open dialog. `row` is null when it makes a new one; `outcome` once a save has ended. */
type Dialog<Row> = { row: Row | null; saving: boolean; outcome: Outcome | null };

type Options = {
  onClosed: () => void;
  /** Of a save whose dialog was closed before it ended: what became of it must still be said. */
  onMissed: (outcome: Outcome) => void;
};

export function useEditDialog<Row>({ onClosed, onMissed }: Options) {
  const [dialog, setDialog] = useState<Dialog<Row> | null>(null);
  const openings = useRef(0);
  const current = useRef<number | null>(null);

  const open = (row: Row | null) => {
    current.current = ++openings.current;
    setDialog({ row, saving: false, outcome: null });
  };

  /** Closes at once, whatever is under way, and lets go of the row. */
  const close = () => {
    current.current = null;
    setDialog(null);
    onClosed();
  };

  const save = async (send: () => Promise<unknown>, said: Said) => {
    if (!dialog || dialog.saving || dialog.outcome) return;
    const mine = current.current;
    setDialog({ ...dialog, saving: true });
    const outcome = await outcomeOf(send, said);
    if (current.current === mine) setDialog({ ...dialog, outcome });
    else onMissed(outcome);
  };

  return { dialog, open, close, save };
}

export type EditDialogState<Row> = ReturnType<typeof useEditDialog<Row>>;
