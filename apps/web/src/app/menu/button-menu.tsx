import type { Session } from '@balcao/contract/accounts/auth.ts';
import { roleOf } from '@balcao/domain/role.ts';
import { Avatar, Kbd, Menu, UnstyledButton } from '@mantine/core';
import {
  IconChevronDown,
  IconContrast2,
  IconLock,
  IconLogout,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import type { Actions } from './jump-box.tsx';
import classes from './menu.module.css';
import { groups, type MenuGroup } from './pages.ts';

type User = Session['user'];

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

/** The button with the user's picture, and the menu under it. */
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
      width="max-content"
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
        <div className={classes.columns}>
          {role === 'admin' && (
            <>
              <div>{pagesIn(1)}</div>
              <div>{pagesIn(2)}</div>
            </>
          )}
          <div>
            {pagesIn(3)}
            <Menu.Item
              onClick={() => {
                // The box returns the focus to it: this item is gone by then.
                button.current?.focus();
                onJump();
              }}
              leftSection={<IconSearch size={18} aria-hidden />}
              rightSection={
                <Kbd aria-hidden size="xs">
                  Ctrl K
                </Kbd>
              }
            >
              Ir para…
            </Menu.Item>
            <Menu.Item
              closeMenuOnClick={false}
              onClick={theme.run}
              leftSection={<IconContrast2 size={18} aria-hidden />}
            >
              {theme.label}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={closeBox.run} leftSection={<IconLock size={18} aria-hidden />}>
              {closeBox.label}
            </Menu.Item>
            <Menu.Item onClick={leave.run} leftSection={<IconLogout size={18} aria-hidden />}>
              {leave.label}
            </Menu.Item>
          </div>
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}

const pagesIn = (column: MenuGroup['column']) =>
  groups
    .filter((group) => group.column === column)
    .map((group) => <Pages key={group.title} of={group} />);

/** Pages under the title of their group, which is no item of the menu. */
function Pages({ of: { title, pages } }: { of: MenuGroup }) {
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-labelledby={titleId}>
      <Menu.Label id={titleId}>{title}</Menu.Label>
      {pages.map(({ label, to, icon: Icon }) => (
        <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={18} aria-hidden />}>
          {label}
        </Menu.Item>
      ))}
    </div>
  );
}
