import type { Session } from '@balcao/contract/auth.ts';
import { roleOf } from '@balcao/domain/role.ts';
import {
  Avatar,
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
import { signOut } from '../features/auth/auth.queries.ts';
import { useCloseBox } from '../features/closings/use-close-box.tsx';
import { clearUnsavedInAllTabs } from '../ui/fields/unsaved-input.ts';
import { useJump } from './jump/use-jump.tsx';
import { pages } from './pages.ts';
import classes from './shell.module.css';

type User = Session['user'];

/** In the order of the switch, each with the one after it. */
const themes: Record<MantineColorScheme, { label: string; next: MantineColorScheme }> = {
  auto: { label: 'do sistema', next: 'light' },
  light: { label: 'claro', next: 'dark' },
  dark: { label: 'escuro', next: 'auto' },
};

/** The specification shows the picture only if the record has a field spelt `imagen`. */
function pictureOf(user: User & { imagen?: unknown }): string | null {
  return user.imagen ? user.image : null;
}

export function UserMenu({ user }: { user: User }) {
  const closeBox = useCloseBox(user.id);
  const role = roleOf(user);
  const jump = useJump(role);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label: themeName, next: nextTheme } = themes[colorScheme];

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
      <Menu
        position="bottom-end"
        width={232}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UnstyledButton className={classes.menuButton} aria-label="Menu do usuário">
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
            onClick={jump.open}
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
      {jump.dialog}
    </Group>
  );
}
