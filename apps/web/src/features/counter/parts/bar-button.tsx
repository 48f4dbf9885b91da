import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentType, MouseEventHandler } from 'react';
import classes from './counter-bar.module.css';
import { KeyHint } from './key-hint.tsx';

type Props = Pick<ButtonProps, 'variant' | 'disabled' | 'loading' | 'mr'> & {
  words: string;
  icon: ComponentType<{ size: number; className?: string | undefined; 'aria-hidden': true }>;
  /** Its key. */
  shows?: string | undefined;
  /** Its words stay as long as there is room for any. */
  lasting?: boolean;
  className?: string | undefined;
  onClick: MouseEventHandler<HTMLButtonElement>;
  onMouseDown?: MouseEventHandler<HTMLButtonElement>;
};

/** A tool on the counter's bar. On a narrow bar it shows its icon, and its words are its name alone. */
export function BarButton({ words, icon: Icon, shows, lasting, className, mr, ...button }: Props) {
  return (
    <KeyHint shows={shows} {...(className && { className })} {...(mr && { mr })}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        fw={500}
        mod={{ lasting }}
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
