import { ModalBody, ModalContent, ModalOverlay } from '@mantine/core';
import { Say } from '../messages/say.tsx';
import { useTime } from '../messages/timed.tsx';
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
export function TimedDialog({ message, reason, ms, onEnd }: Props) {
  useTime(message, ms, onEnd);
  // Even a closed dialog would render at each key pressed on the page.
  if (message === null) return null;
  return (
    <ModalRoot opened onClose={onEnd} closeOnClickOutside={false} returnFocus={false}>
      <ModalOverlay />
      <ModalContent aria-label="Erro">
        <ModalBody ta="center">
          <Say rank="refusal" place="page" fz="lg" py="lg" fw={600} c="red">
            {message}
          </Say>
          {reason && (
            <Say rank="fact" place="page" mt="-sm" pb="md">
              {reason}
            </Say>
          )}
        </ModalBody>
      </ModalContent>
    </ModalRoot>
  );
}
