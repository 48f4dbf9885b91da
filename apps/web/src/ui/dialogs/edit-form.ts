import type { TextInputProps } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import type { ChangeWords } from '../messages/outcome.ts';

export type Send = () => Promise<unknown>;

/** The content of a dialog's fields. */
export type FieldsProps<I> = {
  input: I;
  change: (part: Partial<I>) => void;
  /** Why the server refused a field. */
  errorAt: (field: string) => string | undefined;
  /** The properties of a text field. */
  textField: (name: keyof I & string) => TextInputProps;
};

export type EditForm<Row, I> = {
  /** What the fields hold at first; `row` is null for a new row. */
  inputOf: (row: Row | null) => I;
  /** Amounts, of which null is none. */
  nullable?: readonly (keyof I)[];
  /** Those of a row that others may have changed: what was typed there never comes back. */
  notRestored?: readonly (keyof I)[];
  save: (row: Row | null, input: I) => Promise<unknown>;
  /** The dialog of a new row stays open if the server refuses it: there is too much to type again. */
  newStays?: boolean;
  fields: ComponentType<FieldsProps<I>>;
  /** Further actions on the row that is being edited, at the left of the buttons. */
  actions?: (row: Row, act: (send: Send, words: ChangeWords) => void) => ReactNode;
};

export type EditWords = {
  /** Names the form among those whose input is stored. */
  title: string;
  newTitle: string;
  editTitle: string;
  /** Said of an edit whose input comes back: these fields are the row's. */
  notRestored?: string;
} & Record<'create' | 'edit', ChangeWords>;
