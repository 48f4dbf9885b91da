import { Modal, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';

type Props = {
  /** null: nothing is shown. */
  message: string | null;
  ms: number;
  onEnd: () => void;
};

/** What went wrong, in a dialog of its own, which goes by itself. Escape ends it sooner. */
export function TimedMessage({ message, ms, onEnd }: Props) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }, [message, ms]);

  // Not even a closed dialog: it would be drawn at each key that is pressed on the page.
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
          <Text role="alert" size="lg" ta="center" py="lg" fw={600} c="red.7">
            {message}
          </Text>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
