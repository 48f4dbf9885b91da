import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentType, MouseEventHandler } from 'react';
import classes from './counter-bar.module.css';
import { KeyHint } from './key-hint.tsx';

type Props = Pick<ButtonProps, 'variant' | 'disabled'> & {
  words: string;
  icon: ComponentType<{ size: number; className?: string | undefined; 'aria-hidden': true }>;
  /** Its key. */
  shows?: string | undefined;
  /** On a phone another button has its place. */
  spare?: boolean;
  onClick: () => void;
  onMouseDown?: MouseEventHandler<HTMLButtonElement>;
};

/** A tool on the counter's bar. On a narrow bar it shows its icon, and its words are its name alone. */
export function BarButton({ words, icon: Icon, shows, spare = false, ...button }: Props) {
  return (
    <KeyHint shows={shows} className={spare ? classes.spare : undefined}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        fw={500}
        title={words}
        aria-keyshortcuts={shows}
        {...button}
      >
        <Icon size={18} className={classes.icon} aria-hidden />
        <span className={classes.words}>{words}</span>
      </Button>
    </KeyHint>
  );
}
