import { digitsOf, formatCpf } from '@balcao/domain/cpf.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

/** The mask needs 14. */
const MAX_TYPED = 15;

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** Digits only; the field adds the mask. */
  value: string;
  onChange: (typed: string) => void;
};

/** A CPF with its mask 000.000.000-00. */
export function CpfField({ value, onChange, ...input }: Props) {
  const caret = useRef<{ input: HTMLInputElement; digits: number } | null>(null);

  // The mask rewrites the text, which moves the caret to the end; this puts it back after its digit.
  useLayoutEffect(() => {
    if (!caret.current) return;
    const { input: field, digits } = caret.current;
    caret.current = null;
    const at = positionAfter(field.value, digits);
    if (document.activeElement === field) field.setSelectionRange(at, at);
  });

  const take = (input: HTMLInputElement, before: string, text: string) => {
    caret.current = { input, digits: digitsOf(before).length };
    onChange(digitsOf(text));
  };
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="000.000.000-00"
      maxLength={MAX_TYPED}
      {...input}
      value={formatCpf(value)}
      onChange={({ currentTarget: field }) => {
        const { value: typed, selectionStart } = field;
        take(field, typed.slice(0, selectionStart ?? typed.length), typed);
      }}
      // The browser would cut "CPF 529.982.247-25" after 15 characters.
      onPaste={(event) => {
        const pasted = digitsOf(event.clipboardData.getData('text'));
        if (pasted === '') return;
        event.preventDefault();
        const { currentTarget: field } = event;
        const { value: text, selectionStart, selectionEnd } = field;
        const before = text.slice(0, selectionStart ?? 0) + pasted;
        take(field, before, before + text.slice(selectionEnd ?? text.length));
      }}
    />
  );
}

/** Returns the position in a masked text after the given number of digits. */
export function positionAfter(masked: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let at = 0; at < masked.length; at++) {
    if (/\d/.test(masked[at] as string)) seen++;
    if (seen === digits) return at + 1;
  }
  return masked.length;
}
