import type { Session } from '@balcao/contract/accounts/auth.ts';
import { roleOf } from '@balcao/domain/role.ts';
import { Kbd, Menu } from '@mantine/core';
import { IconContrast2, IconLock, IconLogout, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import classes from './menu.module.css';
import { MenuButton } from './menu-button.tsx';
import { pages } from './pages.ts';
import type { Actions } from './use-actions.ts';

type User = Session['user'];

/** In pixels, to the edge of the window. */
const EDGE = 8;

type Props = {
  user: User;
  actions: Actions;
  onJump: () => void;
};

/** The user's button and its menu. */
export function ButtonMenu({ user, actions, onJump }: Props) {
  const { theme, closeBox, leave } = actions;
  const role = roleOf(user);
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);

  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={232}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: classes.dropdown }}
      // A low window has no room for all; above the button there is none.
      middlewares={{
        flip: false,
        size: {
          padding: EDGE,
          apply: ({ availableHeight, elements }) => {
            elements.floating.style.maxHeight = `${availableHeight}px`;
          },
        },
      }}
    >
      <Menu.Target>
        <MenuButton user={user} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {pages
          .filter((page) => page.for === 'all' || page.for === role)
          .map(({ label, to, icon: Icon }) => (
            <Menu.Item
              key={to}
              component={Link}
              to={to}
              className={classes.item}
              leftSection={<Icon size={18} aria-hidden />}
            >
              {label}
            </Menu.Item>
          ))}
        <Menu.Item
          onClick={() => {
            // The box returns the focus to it: this item is gone by then.
            button.current?.focus();
            onJump();
          }}
          className={classes.item}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={<Kbd aria-hidden>Ctrl K</Kbd>}
        >
          Ir para…
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          onClick={theme.run}
          className={classes.item}
          leftSection={<IconContrast2 size={18} aria-hidden />}
        >
          {theme.label}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          onClick={closeBox.run}
          className={classes.item}
          leftSection={<IconLock size={18} aria-hidden />}
        >
          {closeBox.label}
        </Menu.Item>
        <Menu.Item
          onClick={leave.run}
          className={classes.item}
          leftSection={<IconLogout size={18} aria-hidden />}
        >
          {leave.label}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
