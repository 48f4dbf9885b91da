import { Button, type ButtonProps, Group, type GroupProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

type Props<Each> = Omit<GroupProps, 'children'> & {
  /** What is chosen here. */
  label: string;
  of: readonly Each[];
  /** The words of a chip, and its name where they are no text. */
  words?: (each: Each) => ReactNode;
  name?: (each: Each) => string;
  /** What holds now. Chips that only fill something in have none. */
  chosen?: ((each: Each) => boolean) | undefined;
  onPick: (each: Each) => void;
  /** How all of them look. */
  look?: ButtonProps;
};

type ToggleProps = ButtonProps &
  Pick<ComponentProps<'button'>, 'onClick' | 'aria-label'> & { on: boolean | undefined };

/** A button that shows whether something holds; undefined for one that only does something. */
export const Toggle = ({ on, ...button }: ToggleProps) => (
  <Button variant={on ? 'light' : 'default'} aria-pressed={on} {...button} />
);

const USUAL: ButtonProps = { px: 'sm', fw: 500 };

/** What a person chooses by one press, each with a button of its own: methods, sums, periods, areas, sizes. */
export function Chips<Each extends string | number>(props: Props<Each>) {
  const { label, of, words = String, name, chosen, onPick, look = USUAL, ...group } = props;
  return (
    <Group role="group" aria-label={label} gap={6} {...group}>
      {of.map((each) => (
        <Toggle
          key={each}
          on={chosen?.(each)}
          aria-label={name?.(each)}
          {...look}
          onClick={() => onPick(each)}
        >
          {words(each)}
        </Toggle>
      ))}
    </Group>
  );
}
