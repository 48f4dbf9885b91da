import { ActionIcon, Group } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { focusBeside } from '../../../ui/fields/focus.ts';
import { WholeNumber } from '../../../ui/fields/whole-number.tsx';

type Props = {
  /** Names the item. */
  name: string;
  /** null: what was typed is no whole number. It stays, to be refused. */
  value: number | null;
  max: number;
  /** Gets the focus when the form opens. */
  first: boolean;
  onChange: (value: number | null) => void;
};

/** How many units of an item come back: typed, by buttons or by the arrow keys; never more than are left. */
export function UnitsField({ name, value, max, first, onChange }: Props) {
  const units = value ?? 0;
  const set = (wanted: number) => onChange(Math.max(0, Math.min(max, wanted)));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      // A key held down must not send from there.
      if (event.repeat || value === null) return;
      // To the next quantity, and from the last to the reason.
      focusBeside(event.currentTarget.form, 'input:enabled', event.currentTarget, 1);
      return;
    }
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(units + step);
  };
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`Menos: ${name}`}
        disabled={value === 0}
        onClick={() => set(units - 1)}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <WholeNumber
        w="3.5rem"
        styles={{ input: { textAlign: 'center' } }}
        role="spinbutton"
        name="units"
        aria-label={`Quantidade que volta: ${name}`}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={units}
        data-autofocus={first || undefined}
        disabled={max === 0}
        value={value}
        max={max}
        onChange={(next) => onChange(next === undefined ? 0 : next)}
        onKeyDown={onKeyDown}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`Mais: ${name}`}
        disabled={value === max}
        onClick={() => set(units + 1)}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
