import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { isNotWhole, quantityOf, quantityText, shownQuantity } from './quantity.ts';

/** undefined: the field is empty. null: what was typed is no whole number; it stays in the field, to be refused. */
export type Whole = number | null | undefined;

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: Whole;
  /** A larger number becomes this one. */
  max?: number;
  onChange: (value: Whole) => void;
};

/** A field for a whole number: "1,5" becomes neither 15 nor 5, and "-3" is no 3. */
export function WholeNumber({ value, max = Number.POSITIVE_INFINITY, onChange, ...input }: Props) {
  const [text, setText] = useState(`${value ?? ''}`);
  const read = (of: string): Whole => {
    if (of === '' || of === '-') return undefined;
    return isNotWhole(of) ? null : Math.min(max, quantityOf(of));
  };
  // Something else may have changed the number. An unfinished text is shown as it is.
  const isShown =
    value === null ? isNotWhole(text) : !isNotWhole(text) && (read(text) ?? 0) === (value ?? 0);
  const type = (typed: string) => {
    const next = quantityText(typed, text);
    setText(next);
    onChange(read(next));
  };
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      error={value === null}
      {...input}
      value={isShown && quantityOf(text) <= max ? shownQuantity(text) : `${value ?? ''}`}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
