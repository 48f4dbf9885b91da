import { type Cents, centsFromDigits, formatCents } from '@balcao/domain/money.ts';
import { TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** null: nothing was typed, which is not the same as R$ 0,00. */
  value: Cents | null;
  onChange: (value: Cents | null) => void;
};

/** An amount typed as on a till: every digit counts, the last two are centavos. */
export function MoneyField({ value, onChange, ...input }: Props) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="R$ 0,00"
      {...input}
      value={value === null ? '' : formatCents(value)}
      onChange={(event) => onChange(amountTyped(event.currentTarget.value, value))}
    />
  );
}

/** What the text stands for after a change. Deleting from R$ 0,00 leaves nothing. */
export function amountTyped(text: string, before: Cents | null): Cents | null {
  if (!/\d/.test(text)) return null;
  const shorter = before === 0 && text.length < formatCents(before).length;
  // A first digit typed over everything is also shorter, but says something.
  return shorter && centsFromDigits(text) === 0 && text.length > 1 ? null : centsFromDigits(text);
}
