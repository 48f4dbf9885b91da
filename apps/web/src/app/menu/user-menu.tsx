import type { Session } from '@balcao/contract/auth.ts';
import { Box, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useCode } from '../../api/use-code.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { MenuButton } from './menu-button.tsx';
import { useJump } from './use-jump.tsx';

type User = Session['user'];

/** In milliseconds: by then the page is there. */
const PRELOAD_AFTER = 3_000;

const loadMenu = () => import('./open-menu.tsx');

export function UserMenu({ user }: { user: User }) {
  const jump = useJump(user);
  const [wanted, setWanted] = useState(false);
  const code = useCode('menu', loadMenu, wanted);
  useEffect(() => {
    // A menu that opens at once, and without a network too. A click says if it fails.
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
      {code.data ? (
        <code.data.OpenMenu user={user} onJump={jump.open} />
      ) : (
        <MenuButton
          user={user}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => {
            setWanted(true);
            if (code.isError) void code.refetch();
          }}
        />
      )}
      <Box pos="absolute" top="100%" right={0} w="max-content" maw="90vw">
        <LoadNotice query={code} failed="Não foi possível abrir o menu." />
        {jump.dialog}
      </Box>
    </Group>
  );
}
