import { Center } from '@mantine/core';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { isCovered, subscribeCover } from './idle-lock.ts';
import { UnlockForm } from './unlock-form.tsx';

/** Hides the page while nobody has used this browser for longer than the settings allow. */
export function IdleCover({ name }: { name: string }) {
  return useSyncExternalStore(subscribeCover, isCovered) && <Cover name={name} />;
}

/**
 * A modal dialog of the browser itself: everything below is inert, dialogs of the page too, and keeps what is
 * typed in it. It is outside the page, which an open dialog hides.
 */
function Cover({ name }: { name: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Gives the focus back to where it was.
    return () => element?.close();
  }, []);

  return createPortal(
    <Center
      component="dialog"
      ref={dialog}
      aria-label="Tela bloqueada"
      data-cover
      // The back gesture of a phone asks to close it.
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
      w="100%"
      h="100%"
      maw="none"
      mah="none"
      px={16}
      bd={0}
      bg="var(--page)"
      c="var(--mantine-color-text)"
    >
      <UnlockForm name={name} />
    </Center>,
    document.body,
  );
}
