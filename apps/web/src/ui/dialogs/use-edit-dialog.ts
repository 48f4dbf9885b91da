import { useContext, useRef, useState } from 'react';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../fields/unsaved-input.ts';
import { type Outcome, outcomeOf, reasonOf, type Said } from '../messages/outcome.ts';

/** A form as it was filled in, by the names of its fields. */
export type Typed = Readonly<Record<string, string>>;

/** An open dialog. `row` is null when it makes a new one; `outcome` once a save has ended. */
type Dialog<Row> = {
  row: Row | null;
  saving: boolean;
  outcome: Outcome | null;
  /** What was typed the last time and is not saved. */
  typed: Typed | undefined;
  /** Why the last save was refused, and at which field. */
  refused: ReturnType<typeof reasonOf>;
};

type Options = {
  /** Names the form among those whose typing is kept. */
  form: string;
  onClosed: () => void;
  /** Of a save whose dialog was closed before it ended: what became of it must still be said. */
  onMissed: (outcome: Outcome) => void;
};

/** The server has looked at what was typed and said no: not understood, a clash, or wrong. */
const REFUSED = [400, 409, 422];

/**
 * A form in a dialog. What is typed is kept until it is saved, given up or, for a new row, refused: a save
 * that got no answer closes the dialog too, and a page may be reloaded or a session end under it.
 */
export function useEditDialog<Row extends { id: number }>({ form, onClosed, onMissed }: Options) {
  const [dialog, setDialog] = useState<Dialog<Row> | null>(null);
  // The dialog closes three seconds after a failed save: with what was typed the reason comes back.
  const refusals = useRef(new Map<string, Dialog<Row>['refused']>());
  const openings = useRef(0);
  const current = useRef<number | null>(null);
  const user = useContext(UserIdContext);
  const nameOf = (row: Row | null) => `${form}:${row?.id ?? 'new'}`;

  const open = (row: Row | null) => {
    current.current = ++openings.current;
    const typed = asTyped(readUnsaved(user, nameOf(row)));
    const refused = refusals.current.get(nameOf(row));
    setDialog({ row, saving: false, outcome: null, typed, refused });
  };

  const forget = (row: Row | null) => {
    removeUnsaved(user, nameOf(row));
    refusals.current.delete(nameOf(row));
  };

  /** Closes at once, whatever is under way, and lets go of the row. */
  const close = () => {
    const givenUp = dialog && !dialog.saving && dialog.outcome === null;
    if (givenUp) forget(dialog.row);
    current.current = null;
    setDialog(null);
    onClosed();
  };

  const run = async (send: () => Promise<unknown>, said: Said, form: FormData | null) => {
    if (!dialog || dialog.saving || dialog.outcome) return;
    const mine = current.current;
    setDialog({ ...dialog, saving: true, refused: undefined });
    const outcome = await outcomeOf(send, said);
    const refused = reasonOf(outcome.problem, form);
    if (form) refusals.current.set(nameOf(dialog.row), refused);
    const isRefusal = REFUSED.includes(outcome.problem?.status ?? 0);
    const settled = outcome.tone === 'success' || (isRefusal && !dialog.row);
    if (form && settled) forget(dialog.row);
    if (current.current === mine) setDialog({ ...dialog, outcome, refused });
    else onMissed(outcome);
  };

  const save = (form: FormData, send: () => Promise<unknown>, said: Said) => run(send, said, form);
  /** Does something else with the row: what was typed and not saved stays so. */
  const act = (send: () => Promise<unknown>, said: Said) => run(send, said, null);

  const keep = (filled: FormData) => {
    if (dialog) storeUnsaved(user, nameOf(dialog.row), Object.fromEntries(filled));
  };

  return { dialog, open, close, save, act, keep };
}

function asTyped(kept: unknown): Typed | undefined {
  if (kept === null || typeof kept !== 'object') return undefined;
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)]));
}

export type EditDialogState<Row extends { id: number }> = ReturnType<typeof useEditDialog<Row>>;
