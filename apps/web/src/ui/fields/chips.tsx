import { Button, type ButtonProps, Group, type GroupProps } from '@mantine/core';
import type { ReactNode } from 'react';

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

const USUAL: ButtonProps = { px: 'sm', fw: 500 };

/** What a person chooses by one press, each with a button of its own: methods, sums, periods, areas, sizes. */
export function Chips<Each extends string | number>(props: Props<Each>) {
  const { label, of, words = String, name, chosen, onPick, look = USUAL, ...group } = props;
  return (
    <Group role="group" aria-label={label} gap={6} {...group}>
      {of.map((each) => (
        <Button
          key={each}
          variant={chosen?.(each) ? 'light' : 'default'}
          aria-label={name?.(each)}
          aria-pressed={chosen?.(each)}
          {...look}
          onClick={() => onPick(each)}
        >
          {words(each)}
        </Button>
      ))}
    </Group>
  );
}
