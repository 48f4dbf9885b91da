import { Modal as MantineModal, type ModalProps, type ModalRootProps } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { cover, enter, isCovered, type Layer, leave, onDialogs } from './open-dialogs.ts';

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
  useLayoutEffect(() => {
    if (!opened) return;
    // With the dialog: a key that comes as soon as it is in sight is not for the page.
    enter(ref);
    // Before the focus goes back to the page.
    return () => leave(ref);
  }, [opened]);
  useEffect(() => {
    // After Mantine has noted where the focus is: what is inert loses it.
    if (opened) cover();
  }, [opened]);
  return { ref, covered: useSyncExternalStore(onDialogs, () => isCovered(ref)) };
}
