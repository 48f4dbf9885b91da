import type { Session } from '@balcao/contract/auth.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCode } from '../../api/use-code.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';

/** The box that Ctrl+K (⌘K) opens on every page behind the login. `dialog` has to be rendered. */
export function useJump(user: Session['user']) {
  const [opened, setOpened] = useState(false);
  const code = useCode('jump', () => import('./jump-box.tsx'), opened);
  const open = () => {
    setOpened(true);
    if (code.isError) void code.refetch();
  };
  const close = () => setOpened(false);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (opened && event.key === 'Escape' && !event.isComposing) {
      // The list of the box would take it first, and a dialog below would close too.
      event.stopImmediatePropagation();
      return close();
    }
    if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
    if (event.ctrlKey === event.metaKey) return;
    // The browser's own search would open.
    event.preventDefault();
    open();
  });
  useEffect(() => {
    // The frame is there before every dialog, so this comes first.
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);

  return {
    open,
    dialog: code.data ? (
      <code.data.JumpBox user={user} opened={opened} onClose={close} />
    ) : (
      opened && <LoadNotice query={code} failed="Não foi possível abrir a busca." />
    ),
  };
}
