import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { isNotWhole, quantityOf, quantityText, shownQuantity } from './quantity.ts';

/** undefined: the field is empty. null: what was typed is no whole number; it stays in the field, to be refused. */
export type Whole = number | null | undefined;

type TypedProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  text: string;
  onType: (text: string) => void;
};

/** A field for a whole number: "1,5" becomes neither 15 nor 5, and "-3" is no 3. Its text is kept as it was typed. */
export const TypedWhole = ({ text, onType, ...input }: TypedProps) => (
  <TextInput
    inputMode="numeric"
    autoComplete="off"
    {...input}
    value={shownQuantity(text)}
    onChange={(event) => onType(quantityText(event.currentTarget.value, text))}
    onFocus={(event) => event.currentTarget.select()}
  />
);

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: Whole;
  /** A larger number becomes this one. */
  max?: number;
  onChange: (value: Whole) => void;
};

/** The same field for what is kept as a number. */
export function WholeNumber({ value, max = Number.POSITIVE_INFINITY, onChange, ...input }: Props) {
  const [text, setText] = useState(`${value ?? ''}`);
  const read = (of: string): Whole => {
    if (of === '' || of === '-') return undefined;
    return isNotWhole(of) ? null : Math.min(max, quantityOf(of));
  };
  // Something else may have changed the number. An unfinished text is shown as it is.
  const isShown =
    value === null ? isNotWhole(text) : !isNotWhole(text) && (read(text) ?? 0) === (value ?? 0);
  return (
    <TypedWhole
      error={value === null}
      {...input}
      text={isShown && quantityOf(text) <= max ? text : `${value ?? ''}`}
      onType={(typed) => {
        setText(typed);
        onChange(read(typed));
      }}
    />
  );
}
