import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { KeyHint } from '../keys/key-hint.tsx';

/** What can be done about a note. */
export type NoteAction = {
  readonly label: string;
  readonly onPress: () => void;
  /** Then Tab passes it by: nothing that changes a record stands between the fields of a sale. */
  readonly changesRecord?: boolean;
  readonly loading?: boolean;
};

/** The button of a note. Its key works in the fields that the note is about. */
export function NoteButton({ label, onPress, changesRecord = false, loading = false }: NoteAction) {
  return (
    <KeyHint shows="Ctrl Enter" flex="none" my={-4}>
      <Button
        size="compact-xs"
        variant="default"
        tabIndex={changesRecord ? -1 : undefined}
        aria-keyshortcuts="Control+Enter"
        loading={loading}
        onClick={onPress}
      >
        {label}
      </Button>
    </KeyHint>
  );
}

/** Presses the button of the note by its key. */
export function pressByKey(event: KeyboardEvent, action: NoteAction | undefined): void {
  if (event.key !== 'Enter' || !event.ctrlKey || event.repeat) return;
  event.preventDefault();
  if (!action?.loading) action?.onPress();
}
