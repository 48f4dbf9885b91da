import type { Session } from '@balcao/contract/auth.ts';
import { roleOf } from '@balcao/domain/role.ts';
import { Kbd, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconContrast2, IconLock, IconLogout, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { signOut } from '../../features/auth/auth.queries.ts';
import { useCloseBox } from '../../features/closings/use-close-box.tsx';
import { clearUnsavedInAllTabs } from '../../ui/fields/unsaved-input.ts';
import classes from './menu.module.css';
import { MenuButton } from './menu-button.tsx';
import { pages } from './pages.ts';

type User = Session['user'];

/** In the order of the switch, each with the one after it. */
const themes: Record<MantineColorScheme, { label: string; next: MantineColorScheme }> = {
  auto: { label: 'do sistema', next: 'light' },
  light: { label: 'claro', next: 'dark' },
  dark: { label: 'escuro', next: 'auto' },
};

type Props = { user: User; onJump: () => void };

/** The menu of the button, open at first: its code comes with the first click. */
export function OpenMenu({ user, onJump }: Props) {
  const closeBox = useCloseBox(user.id);
  const role = roleOf(user);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label: themeName, next: nextTheme } = themes[colorScheme];
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // It has replaced the button that was clicked; the menu returns the focus to it.
    button.current?.focus();
    setOpened(true);
  }, []);

  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width={232}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
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
            onClick={() => setColorScheme(nextTheme)}
            className={classes.item}
            leftSection={<IconContrast2 size={18} aria-hidden />}
          >
            Tema: {themeName}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            onClick={closeBox.run}
            className={classes.item}
            leftSection={<IconLock size={18} aria-hidden />}
          >
            FECHAR CAIXA
          </Menu.Item>
          <Menu.Item
            onClick={() => void signOut().then(clearUnsavedInAllTabs)}
            className={classes.item}
            leftSection={<IconLogout size={18} aria-hidden />}
          >
            Sair
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {closeBox.dialogs}
    </>
  );
}
