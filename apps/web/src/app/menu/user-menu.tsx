import type { Session } from '@balcao/contract/auth.ts';
import { roleOf } from '@balcao/domain/role.ts';
import { Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useCode } from '../../api/use-code.ts';
import { MenuButton } from './menu-button.tsx';
import { useJump } from './use-jump.tsx';

type User = Session['user'];

/** In milliseconds: by then the page is there. */
const PRELOAD_AFTER = 3_000;

const loadMenu = () => import('./open-menu.tsx');

export function UserMenu({ user }: { user: User }) {
  const jump = useJump(roleOf(user));
  const [wanted, setWanted] = useState(false);
  const { data: code } = useCode('menu', loadMenu, wanted);
  useEffect(() => {
    // A menu that opens at once, and without a network too. The next click says if it failed.
    const timer = setTimeout(() => void loadMenu().catch(() => {}), PRELOAD_AFTER);
    return () => clearTimeout(timer);
  }, []);

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
      {code ? (
        <code.OpenMenu user={user} onJump={jump.open} />
      ) : (
        <MenuButton
          user={user}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => setWanted(true)}
        />
      )}
      {jump.dialog}
    </Group>
  );
}
