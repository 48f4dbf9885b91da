import { digitsOf, formatCpf } from '@balcao/domain/cpf.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

/** What the field takes at most; the mask needs 14. */
const MAX_TYPED = 15;

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** Digits alone; the mask is only shown. */
  value: string;
  onChange: (typed: string) => void;
};

/** A CPF with its mask 000.000.000-00. */
export function CpfField({ value, onChange, ...input }: Props) {
  const caret = useRef<{ input: HTMLInputElement; digits: number } | null>(null);

  // The mask rewrites the text, which sends the caret to the end: put it back after the same digit.
  useLayoutEffect(() => {
    if (!caret.current) return;
    const { input: field, digits } = caret.current;
    caret.current = null;
    const at = positionAfter(field.value, digits);
    if (document.activeElement === field) field.setSelectionRange(at, at);
  });

  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="000.000.000-00"
      maxLength={MAX_TYPED}
      {...input}
      value={formatCpf(value)}
      onChange={(event) => {
        const field = event.currentTarget;
        const before = field.value.slice(0, field.selectionStart ?? field.value.length);
        caret.current = { input: field, digits: digitsOf(before).length };
        onChange(digitsOf(field.value));
      }}
    />
  );
}

/** Where the caret stands in a masked text when so many digits are before it. */
export function positionAfter(masked: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let at = 0; at < masked.length; at++) {
    if (/\d/.test(masked[at] as string)) seen++;
    if (seen === digits) return at + 1;
  }
  return masked.length;
}
