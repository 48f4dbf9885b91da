import type { Session } from '@balcao/contract/accounts/auth.ts';
import { roleOf } from '@balcao/domain/role.ts';
import {
  Avatar,
  Box,
  Group,
  Kbd,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import {
  IconChevronDown,
  IconContrast2,
  IconLock,
  IconLogout,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useCloseBox } from '../../features/closings/use-close-box.tsx';
import { type Actions, JumpBox, useJump } from './jump-box.tsx';
import classes from './menu.module.css';
import { pages } from './pages.ts';
import { parkAndSignOut } from './sign-out.ts';

type User = Session['user'];

/** In the order of the switch, each with the one after it. */
const themes: Record<MantineColorScheme, { label: string; next: MantineColorScheme }> = {
  auto: { label: 'do sistema', next: 'light' },
  light: { label: 'claro', next: 'dark' },
  dark: { label: 'escuro', next: 'auto' },
};

export function UserMenu({ user }: { user: User }) {
  const jump = useJump();
  const box = useCloseBox(user.id);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, next } = themes[colorScheme];
  const actions: Actions = {
    theme: { label: `Tema: ${label}`, run: () => setColorScheme(next) },
    closeBox: { label: 'FECHAR CAIXA', run: box.run },
    leave: { label: 'Sair', run: () => void parkAndSignOut() },
  };
  return (
    // The dropdown has no portal, so this element has to lie over the page.
    <Group
      pos="relative"
      gap={12}
      wrap="nowrap"
      miw={0}
      style={{ zIndex: 'var(--mantine-z-index-app)' }}
    >
      <Text inherit span truncate>
        Olá, {user.name}
      </Text>
      <ButtonMenu user={user} actions={actions} onJump={jump.open} />
      <Box pos="absolute" top="100%" right={0} w="max-content" maw="90vw">
        {jump.opened && <JumpBox user={user} actions={actions} onClose={jump.close} />}
        {box.dialogs}
      </Box>
    </Group>
  );
}

/** The specification shows the picture only if the record has a field spelt `imagen`. */
function pictureOf(user: User & { imagen?: unknown }): string | null {
  return user.imagen ? user.image : null;
}

/** In pixels, to the edge of the window. */
const EDGE = 8;

type Props = {
  user: User;
  actions: Actions;
  onJump: () => void;
};

function ButtonMenu({ user, actions, onJump }: Props) {
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
        <UnstyledButton ref={button} className={classes.button} aria-label="Menu do usuário">
          <Avatar src={pictureOf(user)} size={34} color="petrol" alt="">
            <IconUser size={20} aria-hidden />
          </Avatar>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
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
