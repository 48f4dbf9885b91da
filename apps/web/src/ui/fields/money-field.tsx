import { type Cents, centsFromDigits, formatCents } from '@balcao/domain/money.ts';
import { TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** null for an empty field, which is not R$ 0,00. */
  value: Cents | null;
  onChange: (value: Cents | null) => void;
};

/** An amount as on a cash register: digits only, the last two are centavos. */
export function MoneyField({ value, onChange, ...input }: Props) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="R$ 0,00"
      // What is typed replaces the amount.
      onFocus={(event) => event.currentTarget.select()}
      {...input}
      value={value === null ? '' : formatCents(value)}
      onChange={(event) => onChange(amountTyped(event.currentTarget.value, value))}
    />
  );
}

/** Returns the amount of a text after a change. Deleting from R$ 0,00 empties the field. */
export function amountTyped(text: string, before: Cents | null): Cents | null {
  if (!/\d/.test(text)) return null;
  const shorter = before === 0 && text.length < formatCents(before).length;
  // A digit typed over the whole text is shorter too, but is an amount.
  return shorter && centsFromDigits(text) === 0 && text.length > 1 ? null : centsFromDigits(text);
}
