import { useState } from 'react';
import { useFocusBack } from '../../ui/fields/focus.ts';
import { Modal } from '../../ui/modal.tsx';
import { CorrectionPanel, type CorrectionProps } from './correction-panel.tsx';

type Props = Pick<CorrectionProps, 'onRecorded' | 'onExchange' | 'receipt'> & {
  /** The number of the sale; undefined while the dialog is closed. */
  sale: number | undefined;
  onClose: () => void;
};

/** The dialog of one sale: what may come back, how it is paid, and what has put it right so far. */
export function SaleCorrection({ sale, ...props }: Props) {
  if (sale === undefined) return null;
  return <CorrectionDialog key={sale} sale={sale} {...props} />;
}

function CorrectionDialog({ sale, onClose, ...props }: Props & { sale: number }) {
  useFocusBack();
  const [locked, setLocked] = useState(false);
  const close = () => {
    if (!locked) onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!locked}
      closeOnClickOutside={false}
      title={`Venda nº ${sale}`}
      size="xl"
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } }}
    >
      <CorrectionPanel sale={sale} onClose={onClose} onLock={setLocked} {...props} />
    </Modal>
  );
}
