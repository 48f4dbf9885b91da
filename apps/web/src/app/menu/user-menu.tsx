import type { Session } from '@balcao/contract/accounts/auth.ts';
import { Box, Group, Text } from '@mantine/core';
import { ButtonMenu } from './button-menu.tsx';
import { JumpBox } from './jump-box.tsx';
import { useActions } from './use-actions.ts';
import { useJump } from './use-jump.ts';

export function UserMenu({ user }: { user: Session['user'] }) {
  const jump = useJump();
  const { dialogs, ...actions } = useActions(user);
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
        {dialogs}
      </Box>
    </Group>
  );
}
