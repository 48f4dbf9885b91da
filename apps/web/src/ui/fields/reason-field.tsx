import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { Chips } from './chips.tsx';

type Props = Omit<TextInputProps, 'onChange'> & {
  value: string;
  usual: readonly string[];
  onChange: (reason: string) => void;
};

/** The rule of every reason. */
export const needsReason = (reason: string) => tidyText(reason) === '' && 'Diga o motivo.';

/** Why: one of the usual reasons at a touch, or any other text. */
export function ReasonField({ value, usual, onChange, ...input }: Props) {
  return (
    <div>
      <TextInput
        name="reason"
        label="Motivo"
        required
        withAsterisk={false}
        autoComplete="off"
        maxLength={MAX_LENGTH.reason}
        {...input}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Chips
        label="Motivos comuns"
        mt={6}
        of={usual}
        chosen={(reason) => reason === value}
        onPick={onChange}
        look={{ size: 'compact-sm', disabled: input.readOnly ?? false }}
      />
    </div>
  );
}
