import { useEffect, useEffectEvent, useState } from 'react';

/** Ctrl+K (⌘K) opens the box on every page behind the login, and Esc closes it. */
export function useJump() {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
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

  return { opened, open, close };
}
