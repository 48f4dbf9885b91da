import { Modal, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';

type Props = {
  /** null hides the dialog. */
  message: string | null;
  ms: number;
  onEnd: () => void;
};

/** An error in a dialog that closes after `ms`; Escape closes it earlier. */
export function TimedMessage({ message, ms, onEnd }: Props) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }, [message, ms]);

  // Even a closed dialog would render at each key pressed on the page.
  if (message === null) return null;
  return (
    <Modal.Root
      opened
      onClose={onEnd}
      closeOnClickOutside={false}
      returnFocus={false}
      centered
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Erro">
        <Modal.Body>
          <Text role="alert" size="lg" ta="center" py="lg" fw={600} c="red">
            {message}
          </Text>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
