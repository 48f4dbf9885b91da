import type { ComponentType, ReactNode } from 'react';
import type { Fields } from '../fields/use-fields.ts';
import type { ChangeWords } from '../messages/outcome.ts';

export type Send = () => Promise<unknown>;

export type FieldsProps<I extends object> = { fields: Fields<I> };

export type EditForm<Row, I extends object> = {
  /** What the fields hold at first; `row` is null for a new row. */
  inputOf: (row: Row | null) => I;
  /** Amounts, of which null is none. */
  nullable?: readonly (keyof I & string)[];
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
