import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  opened: boolean;
  children: ReactNode;
  /** Without it there is nothing to confirm: the dialog only informs. */
  onConfirm?: (() => void) | undefined;
  confirmLabel?: string;
  onClose: () => void;
  /** Before onClose, when it was not confirmed. */
  onCancel?: () => void;
  /** False when whoever opened it moves the focus itself. */
  returnFocus?: boolean;
};

/** Also after a click: browsers show no ring on what takes the focus by itself then, and Enter presses it. */
const FOCUS_RING = 'mantine-focus-always';

/** "Atenção!": Enter confirms, Escape and Cancelar close. */
export function ConfirmDialog({
  opened,
  children,
  onConfirm,
  confirmLabel = 'Confirmar',
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
      // Whoever works by keyboard has pressed Enter before an animation would end.
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } }}
    >
      {children}
      <Group
        justify="flex-end"
        mt="lg"
        onKeyDown={(event) => {
          // A held Enter, which may be what opened the dialog, answers nothing.
          if (event.key === 'Enter' && event.repeat) event.preventDefault();
        }}
      >
        <Button
          color="red"
          className={FOCUS_RING}
          data-autofocus={onConfirm ? undefined : true}
          onClick={cancel}
        >
          Cancelar
        </Button>
        {onConfirm && (
          <Button color="green" className={FOCUS_RING} data-autofocus onClick={confirm}>
            {confirmLabel}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
