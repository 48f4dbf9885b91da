import type { Session } from '@balcao/contract/auth.ts';
import { roleOf } from '@balcao/domain/role.ts';
import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { signOut } from '../features/auth/auth.queries.ts';
import { CloseBoxResult } from '../features/closings/close-box-result.tsx';
import { useCloseBox } from '../features/closings/use-close-box.ts';
import { clearUnsavedInAllTabs } from '../ui/fields/unsaved-input.ts';
import { menuActions, pagesOf } from './menu-items.ts';
import classes from './shell.module.css';

type User = Session['user'];

/** The picture is shown only to those whose record also has a field spelt `imagen`. */
function pictureOf(user: User & { imagen?: unknown }): string | null {
  return user.imagen ? user.image : null;
}

export function UserMenu({ user }: { user: User }) {
  const closeBox = useCloseBox(user.id);
  const actions = {
    closeBox: closeBox.run,
    signOut: () => void signOut().then(clearUnsavedInAllTabs),
  };

  return (
    <div className={classes.user}>
      <span className={classes.greeting}>Olá, {user.name}</span>
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
          {pagesOf(roleOf(user)).map(({ label, to, icon: Icon }) => (
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
          <Menu.Divider />
          {menuActions.map(({ label, action, icon: Icon }) => (
            <Menu.Item
              key={action}
              onClick={actions[action]}
              className={classes.item}
              leftSection={<Icon size={18} aria-hidden />}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <CloseBoxResult state={closeBox.state} onClose={closeBox.dismiss} />
    </div>
  );
}
