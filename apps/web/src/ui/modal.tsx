import { Modal as MantineModal, type ModalProps, type ModalRootProps } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { enter, isCovered, type Layer, leave, onDialogs } from './open-dialogs.ts';

/** A person at the keyboard has gone on before an animation would end. */
const AT_ONCE = { duration: 0 };

let lastPress: Event | undefined;

/** Each press of Escape closes one dialog, even if that uncovers another, whose turn comes with the next press. */
const oncePerPress = (close: () => void) => () => {
  const press = window.event;
  if (press instanceof KeyboardEvent && press === lastPress) return;
  lastPress = press;
  close();
};

/** A dialog of the product. While it is open, the page and the dialogs below it are out of reach. */
export function Modal({ closeOnEscape = true, onClose, ...props }: ModalProps) {
  const { ref, covered } = useLayer(props.opened);
  return (
    <MantineModal
      transitionProps={AT_ONCE}
      {...props}
      ref={ref}
      closeOnEscape={closeOnEscape && !covered}
      onClose={oncePerPress(onClose)}
    />
  );
}

/** The same for a dialog that is put together from Mantine's parts. */
export function ModalRoot({ closeOnEscape = true, onClose, ...props }: ModalRootProps) {
  const { ref, covered } = useLayer(props.opened);
  return (
    <MantineModal.Root
      transitionProps={AT_ONCE}
      centered
      {...props}
      ref={ref}
      closeOnEscape={closeOnEscape && !covered}
      onClose={oncePerPress(onClose)}
    />
  );
}

function useLayer(opened: boolean) {
  const ref: Layer = useRef(null);
  useEffect(() => {
    // After Mantine has noted where the focus is: what is inert loses it.
    if (opened) enter(ref);
  }, [opened]);
  useLayoutEffect(() => {
    // Before the focus goes back to the page.
    if (opened) return () => leave(ref);
  }, [opened]);
  return { ref, covered: useSyncExternalStore(onDialogs, () => isCovered(ref)) };
}
