import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Modal } from '../modal.tsx';
import { CancelButton } from './cancel-button.tsx';
import { DialogFoot } from './dialog-foot.tsx';

type Props = {
  opened: boolean;
  children: ReactNode;
  /** Without it the dialog only informs. */
  onConfirm?: (() => void) | undefined;
  confirmLabel?: string | undefined;
  /** false while something is missing in the dialog. */
  canConfirm?: boolean;
  /** Enter cancels: keys that were struck before it opened must not answer. */
  careful?: boolean;
  onClose: () => void;
  /** Runs before onClose unless the user confirmed. */
  onCancel?: () => void;
  /** false when the caller moves the focus. */
  returnFocus?: boolean;
};

/** Browsers show no ring on a button that a click elsewhere has focused, and Enter presses it. */
const FOCUS_RING = 'mantine-focus-always';

/** "Atenção!": Enter confirms if nothing else is said, Escape and Cancelar close. */
export function ConfirmDialog({
  opened,
  children,
  onConfirm,
  confirmLabel = 'Confirmar',
  canConfirm = true,
  careful = false,
  onClose,
  onCancel,
  returnFocus = true,
}: Props) {
  const confirm = () => {
    onConfirm?.();
    onClose();
  };
  const cancel = () => {
    onCancel?.();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={cancel}
      title="Atenção!"
      withCloseButton={false}
      returnFocus={returnFocus}
    >
      {/* An element of its own: the question is all of its text. */}
      <div>{children}</div>
      <DialogFoot
        mt="lg"
        onKeyDown={(event) => {
          // The Enter that opened the dialog may still be held.
          if (event.key === 'Enter' && event.repeat) event.preventDefault();
        }}
      >
        <CancelButton
          className={FOCUS_RING}
          data-autofocus={careful || !onConfirm || undefined}
          onClick={cancel}
        />
        {onConfirm && (
          <Button
            color="green"
            className={FOCUS_RING}
            data-autofocus={!careful || undefined}
            disabled={!canConfirm}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        )}
      </DialogFoot>
    </Modal>
  );
}
