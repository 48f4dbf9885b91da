import {
  type Cents,
  cents,
  centsFromDigits,
  formatCents,
  MAX_CENTS,
} from '@balcao/domain/money.ts';
import { centsTyped } from '@balcao/domain/typed-money.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useState,
} from 'react';

const NO_AMOUNT = 'O texto colado não é um valor.';
const TOO_MUCH = `Passa de ${formatCents(cents(MAX_CENTS))}. Parece um CPF?`;

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** null for an empty field, which is not R$ 0,00. */
  value: Cents | null;
  onChange: (value: Cents | null) => void;
};

/**
 * An amount as on a cash register: digits only, the last two are centavos. A text with a comma or a point that is
 * pasted is the amount it says; where it says none, the field keeps its amount and says so. More digits than an
 * amount has were meant for another field: they are not taken, and their Enter does nothing.
 */
export function MoneyField({ value, onChange, ...input }: Props) {
  const [refused, setRefused] = useState<string>();
  const [caret, setCaret] = useState<{ field: HTMLInputElement; digitsAfter: number }>();
  // The text is written again, which moves the caret to its end, also where the amount is the same.
  useLayoutEffect(() => {
    if (!caret || document.activeElement !== caret.field) return;
    const at = positionBefore(caret.field.value, caret.digitsAfter);
    caret.field.setSelectionRange(at, at);
  }, [caret]);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const at = field.selectionEnd ?? field.value.length;
    const { inputType } = event.nativeEvent as InputEvent;
    const parts = [field.value.slice(0, at), field.value.slice(at)] as const;
    const [before, after] = value === null ? parts : withoutDigit(parts, inputType, value);
    setCaret({ field, digitsAfter: digitsIn(after) });
    const isBeyond = Number(onlyDigits(before + after)) > MAX_CENTS;
    const amount = isBeyond ? null : amountTyped(before + after, value);
    // The last digit of a CPF comes after that.
    const isRest = refused === TOO_MUCH && amount !== null && amount < 10;
    setRefused(isBeyond || isRest ? TOO_MUCH : undefined);
    onChange(amount);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || refused !== TOO_MUCH) return input.onKeyDown?.(event);
    event.preventDefault();
    event.currentTarget.select();
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!/[.,]/.test(text)) return;
    event.preventDefault();
    const amount = amountPasted(text);
    setRefused(amount === undefined ? NO_AMOUNT : undefined);
    if (amount !== undefined) onChange(amount);
  };
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="R$ 0,00"
      // What is typed replaces the amount.
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setRefused(undefined)}
      {...input}
      error={refused ?? input.error}
      errorProps={{ role: 'alert' }}
      value={value === null ? '' : formatCents(value)}
      onChange={change}
      onKeyDown={onKeyDown}
      onPaste={paste}
    />
  );
}

const onlyDigits = (text: string) => text.replace(/\D/g, '');
const digitsIn = (text: string) => onlyDigits(text).length;

/** The text around the caret, where a separator was deleted without the digit that it stands for. */
function withoutDigit(
  [before, after]: readonly [string, string],
  inputType: string | undefined,
  value: Cents,
): readonly [string, string] {
  if (digitsIn(before + after) !== digitsIn(formatCents(value))) return [before, after];
  if (inputType === 'deleteContentBackward') return [before.replace(/\d$/, ''), after];
  if (inputType === 'deleteContentForward') return [before, after.replace(/^\d/, '')];
  return [before, after];
}

/** The position with so many digits behind it, right behind the digit before. */
function positionBefore(text: string, digitsAfter: number): number {
  const isDigit = (at: number) => /\d/.test(text.charAt(at));
  let at = text.length;
  for (let left = digitsAfter; left > 0 && at > 0; at--) if (isDigit(at - 1)) left--;
  while (at > 0 && !isDigit(at - 1)) at--;
  return at;
}

/** Returns the amount of a text after a change. Deleting from R$ 0,00 empties the field. */
export function amountTyped(text: string, before: Cents | null): Cents | null {
  if (!/\d/.test(text)) return null;
  const shorter = before === 0 && text.length < formatCents(before).length;
  // A digit typed over the whole text is shorter too, but is an amount.
  return shorter && centsFromDigits(text) === 0 && text.length > 1 ? null : centsFromDigits(text);
}

/** The amount that a text says, by the rule of imports: the dot of "1.234" groups thousands. Undefined if it says none. */
export function amountPasted(text: string): Cents | undefined {
  const amount = centsTyped(text.replace(/^[^\d(-]+|[^\d)-]+$/g, ''));
  return typeof amount === 'number' ? amount : undefined;
}
