import type { Role } from '@balcao/domain/role.ts';
import { useEffect, useState } from 'react';
import { useCode } from '../../api/use-code.ts';

/** The box that Ctrl+K (⌘K) opens on every page behind the login. `dialog` has to be rendered. */
export function useJump(role: Role) {
  const [opened, setOpened] = useState(false);
  const { data: code } = useCode('jump', () => import('./jump-box.tsx'), opened);
  const open = () => setOpened(true);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (event.ctrlKey === event.metaKey) return;
      // The browser's own search would open.
      event.preventDefault();
      setOpened(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return {
    open,
    dialog: code && <code.JumpBox role={role} opened={opened} onClose={() => setOpened(false)} />,
  };
}
