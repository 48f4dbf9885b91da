import { Modal, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';

type Props = {
  /** null: nothing is shown. */
  message: string | null;
  /** How long it stays; without it, until `message` is null again. */
  ms?: number;
  tone: 'success' | 'error';
  onEnd?: () => void;
};

/** A message in a dialog of its own, which goes by itself. Escape ends one that has a time sooner. */
export function TimedMessage({ message, ms, tone, onEnd }: Props) {
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (message === null || ms === undefined) return;
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }, [message, ms]);

  // Not even a closed dialog: it would be drawn at each key that is pressed on the page.
  if (message === null) return null;
  return (
    <Modal.Root
      opened
      onClose={() => onEnd?.()}
      closeOnClickOutside={false}
      closeOnEscape={ms !== undefined}
      returnFocus={false}
      centered
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={tone === 'error' ? 'Erro' : 'Aviso'}>
        <Modal.Body>
          <Text
            role={tone === 'error' ? 'alert' : 'status'}
            size="lg"
            ta="center"
            py="lg"
            fw={600}
            c={tone === 'error' ? 'red.7' : 'green.8'}
          >
            {message}
          </Text>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
