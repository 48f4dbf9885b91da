import { useMutation } from '@tanstack/react-query';
import { useContext, useRef, useState } from 'react';
import { fieldsOf } from '../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../../storage/unsaved-input.ts';
import {
  type ChangeWords,
  type Outcome,
  outcomeOf,
  type Refusal,
  refusalOf,
} from '../messages/outcome.ts';

export type FormValues = Readonly<Record<string, string>>;

/** An open dialog; `row` is null for a new row. */
type Dialog<Row> = {
  row: Row | null;
  /** Input of an earlier opening that is not saved yet. */
  unsaved: FormValues | undefined;
  /** Why the server refused that input. */
  refusal: Refusal | undefined;
};

type Change<Row> = {
  dialog: Dialog<Row>;
  send: () => Promise<unknown>;
  words: ChangeWords;
  /** null for a change that saves none of the input. */
  form: FormData | null;
};

type Options = {
  /** Names the form among those whose input is stored. */
  form: string;
  onClosed: () => void;
  /** Receives the outcome of a change whose dialog was closed before it ended. */
  onMissed: (outcome: Outcome) => void;
};

/** The server has read the form and refused it. */
const REFUSED = [400, 409, 422];

/**
 * A form in a dialog. Its input is stored until it is saved, given up or, for a new row, refused: a save
 * without a response closes the dialog too, a page may be reloaded and a session may end.
 */
export function useEditDialog<Row extends { id: number }>({ form, onClosed, onMissed }: Options) {
  const [dialog, setDialog] = useState<Dialog<Row> | null>(null);
  const shown = useRef(dialog);
  // The dialog closes three seconds after a failed save; reopening it shows input and reason again.
  const refusals = useRef(new Map<string, Refusal | undefined>());
  const user = useContext(UserIdContext);
  const nameOf = (row: Row | null) => `${form}:${row?.id ?? 'new'}`;

  const forget = (row: Row | null) => {
    removeUnsaved(user, nameOf(row));
    refusals.current.delete(nameOf(row));
  };

  const change = useMutation({
    mutationFn: async ({ dialog: { row }, send, words, form }: Change<Row>) => {
      const outcome = await outcomeOf(send, words);
      const refusal = refusalOf(outcome.problem, form);
      if (form) refusals.current.set(nameOf(row), refusal);
      const isRefused = REFUSED.includes(outcome.problem?.status ?? 0);
      if (form && (outcome.tone === 'success' || (isRefused && !row))) forget(row);
      return { outcome, refusal };
    },
    onSuccess: ({ outcome }, changed) => {
      if (shown.current !== changed.dialog) onMissed(outcome);
    },
  });

  const show = (next: Dialog<Row> | null) => {
    shown.current = next;
    setDialog(next);
    change.reset();
  };

  const run = (send: Change<Row>['send'], words: ChangeWords, form: FormData | null) => {
    if (dialog && change.isIdle) change.mutate({ dialog, send, words, form });
  };

  return {
    row: dialog?.row ?? null,
    isOpen: dialog !== null,
    isSaving: change.isPending,
    outcome: change.data?.outcome ?? null,
    unsaved: dialog?.unsaved,
    refusal: change.isIdle ? dialog?.refusal : change.data?.refusal,
    open: (row: Row | null) =>
      show({
        row,
        unsaved: readUnsaved(user, nameOf(row), asFormValues),
        refusal: refusals.current.get(nameOf(row)),
      }),
    /** Closes at once, even during a save. */
    close: () => {
      if (dialog && change.isIdle) forget(dialog.row);
      show(null);
      onClosed();
    },
    save: (form: FormData, send: () => Promise<unknown>, words: ChangeWords) =>
      run(send, words, form),
    /** Makes another change to the row; the input stays unsaved. */
    act: (send: () => Promise<unknown>, words: ChangeWords) => run(send, words, null),
    store: (form: FormData) => {
      if (dialog) storeUnsaved(user, nameOf(dialog.row), Object.fromEntries(form));
    },
  };
}

function asFormValues(stored: unknown): FormValues | undefined {
  const values = Object.entries(fieldsOf(stored)).map(([name, value]) => [name, String(value)]);
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

export type EditDialogState<Row extends { id: number }> = ReturnType<typeof useEditDialog<Row>>;
