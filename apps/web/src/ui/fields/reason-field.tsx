import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';

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
      <Group gap={6} mt={6} role="group" aria-label="Motivos comuns">
        {usual.map((reason) => (
          <Button
            key={reason}
            size="compact-sm"
            variant={value === reason ? 'light' : 'default'}
            aria-pressed={value === reason}
            disabled={input.readOnly ?? false}
            onClick={() => onChange(reason)}
          >
            {reason}
          </Button>
        ))}
      </Group>
    </div>
  );
}
