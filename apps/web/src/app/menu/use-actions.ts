import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useCloseBox } from '../../features/closings/use-close-box.tsx';
import { parkAndSignOut } from './sign-out.ts';

/** In the order of the switch, each with the one after it. */
const themes: Record<MantineColorScheme, { label: string; next: MantineColorScheme }> = {
  auto: { label: 'do sistema', next: 'light' },
  light: { label: 'claro', next: 'dark' },
  dark: { label: 'escuro', next: 'auto' },
};

/** The actions of the menu and the jump box besides opening pages. `dialogs` has to be rendered. */
export function useActions(user: { id: number }) {
  const closeBox = useCloseBox(user.id);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, next } = themes[colorScheme];
  return {
    theme: { label: `Tema: ${label}`, run: () => setColorScheme(next) },
    closeBox: { label: 'FECHAR CAIXA', run: closeBox.run },
    leave: { label: 'Sair', run: () => void parkAndSignOut() },
    dialogs: closeBox.dialogs,
  };
}

export type Actions = Omit<ReturnType<typeof useActions>, 'dialogs'>;
