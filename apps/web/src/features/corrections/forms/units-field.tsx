import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';

type Props = {
  /** Names the item. */
  name: string;
  value: number;
  max: number;
  /** Gets the focus when the form opens. */
  first: boolean;
  onChange: (value: number) => void;
};

/** How many units of an item come back: typed, by buttons or by the arrow keys; never more than are left. */
export function UnitsField({ name, value, max, first, onChange }: Props) {
  const set = (wanted: number) => onChange(Math.max(0, Math.min(max, wanted)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(value + step);
  };
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`Menos: ${name}`}
        disabled={value === 0}
        onClick={() => set(value - 1)}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <TextInput
        w="3.5rem"
        styles={{ input: { textAlign: 'center' } }}
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-label={`Quantidade que volta: ${name}`}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        data-autofocus={first || undefined}
        disabled={max === 0}
        value={value}
        onChange={(event) => set(Number(event.currentTarget.value.replace(/\D/g, '')))}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`Mais: ${name}`}
        disabled={value === max}
        onClick={() => set(value + 1)}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
