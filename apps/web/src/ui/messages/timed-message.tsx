import { ModalBody, ModalContent, ModalOverlay, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { ModalRoot } from '../modal.tsx';

type Props = {
  /** null hides the dialog. */
  message: string | null;
  /** Below it. */
  reason?: string | undefined;
  ms: number;
  onEnd: () => void;
};

/** An error in a dialog that closes after `ms`; Escape closes it earlier. */
export function TimedMessage({ message, reason, ms, onEnd }: Props) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }, [message, ms]);

  // Even a closed dialog would render at each key pressed on the page.
  if (message === null) return null;
  return (
    <ModalRoot opened onClose={onEnd} closeOnClickOutside={false} returnFocus={false}>
      <ModalOverlay />
      <ModalContent aria-label="Erro">
        <ModalBody>
          <Text role="alert" size="lg" ta="center" py="lg" fw={600} c="red">
            {message}
          </Text>
          {reason && (
            <Text role="status" ta="center" mt="-sm" pb="md">
              {reason}
            </Text>
          )}
        </ModalBody>
      </ModalContent>
    </ModalRoot>
  );
}
