import { Button, type ButtonProps, Kbd, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentType, type MouseEventHandler, type ReactNode, useRef } from 'react';
import { KeyHint } from '../keys/key-hint.tsx';
import classes from './counter-bar.module.css';

type BarButtonProps = Pick<ButtonProps, 'disabled'> & {
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
export function BarButton({ words, icon: Icon, shows, spare = false, ...button }: BarButtonProps) {
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

type BarItem = {
  readonly words: string;
  readonly run: () => void;
  /** Its key. */
  readonly shows?: string;
  /** Of what is switched on and off. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
};

type Props = Pick<ButtonProps, 'variant'> & {
  /** What the button shows; `name`: where that is no word. */
  children: ReactNode;
  name?: string;
  items: readonly BarItem[];
  className?: string | undefined;
};

/** A menu on the counter's bar. Before an item acts, the focus is back where it was: a dialog returns it there. */
export function BarMenu({ children, name, items, className, ...button }: Props) {
  const from = useRef<Element>(null);
  const pressed = (run: () => void) => () => {
    if (from.current instanceof HTMLElement) from.current.focus({ preventScroll: true });
    run();
  };
  return (
    <Menu
      onOpen={() => {
        from.current = document.activeElement;
      }}
      position="bottom-start"
      alignItemsLabels={items.some(({ checked }) => checked !== undefined) ? 'all' : 'none'}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          color="gray"
          fw={500}
          aria-label={name}
          title={name}
          className={className}
          rightSection={name ? undefined : <IconChevronDown size={14} aria-hidden />}
          // The focus stays in the field, to which the menu returns it.
          onMouseDown={(event) => event.preventDefault()}
          {...button}
        >
          {children}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ words, run, shows, checked, ...item }) => {
          const hint = shows && (
            <Kbd size="xs" aria-hidden>
              {shows}
            </Kbd>
          );
          const keys = { 'aria-keyshortcuts': shows, rightSection: hint };
          const common = { ...item, ...keys, children: words };
          const act = pressed(run);
          if (checked === undefined) return <Menu.Item key={words} {...common} onClick={act} />;
          const ticked = { ...common, checked, closeMenuOnClick: true };
          return <Menu.CheckboxItem key={words} {...ticked} onChange={act} />;
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
