import type { Session } from '@balcao/contract/accounts/auth.ts';
import { Box, Group, type MantineColorScheme, Text, useMantineColorScheme } from '@mantine/core';
import { useCloseBox } from '../../features/closings/use-close-box.tsx';
import { useKeptFirst } from '../../features/kept/kept-first.tsx';
import { NoServer, useAwaySince } from '../../features/kept/server-away.tsx';
import { ButtonMenu } from './button-menu.tsx';
import { type Actions, JumpBox, useJump } from './jump-box.tsx';
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
  const isAway = useAwaySince() !== undefined;
  const kept = useKeptFirst({
    why: 'O envio continua quando o servidor responder e você estiver aqui.',
    confirm: 'Sair',
    anyway: 'Sair mesmo assim',
  });
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, next } = themes[colorScheme];
  const actions: Actions = {
    theme: { label: `Tema: ${label}`, run: () => setColorScheme(next) },
    closeBox: { label: 'FECHAR CAIXA', run: box.run },
    leave: { label: 'Sair', run: () => kept.first(() => void parkAndSignOut()) },
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
        {jump.opened && isAway && <NoServer onEnd={jump.close} />}
        {jump.opened && !isAway && <JumpBox user={user} actions={actions} onClose={jump.close} />}
        {box.dialogs}
        {kept.dialog}
      </Box>
    </Group>
  );
}
