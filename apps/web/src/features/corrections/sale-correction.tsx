import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useFocusBack } from '../../ui/fields/focus.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useCode } from '../../ui/use-code.ts';
import type { CorrectionProps } from './correction-panel.tsx';
import { type StartedExchange, useStartExchange } from './record/started-exchange.ts';

type Props = Pick<CorrectionProps, 'onRecorded' | 'known' | 'returnFirst'> & {
  /** The number of the sale; undefined while the dialog is closed. */
  sale: number | undefined;
  onClose: () => void;
  /** At the counter; elsewhere an exchange leads there. */
  onExchange?: (exchange: StartedExchange) => void;
};

/** The dialog of one sale, from wherever it is opened: all about it, its receipt again, and what puts it right. */
export function SaleCorrection({ sale, ...props }: Props) {
  if (sale === undefined) return null;
  return <CorrectionDialog key={sale} sale={sale} {...props} />;
}

function CorrectionDialog({ sale, onClose, onExchange, ...props }: Props & { sale: number }) {
  useFocusBack();
  const leadToCounter = useStartExchange();
  const [locked, setLocked] = useState(false);
  const [action, setAction] = useState<string>();
  const code = useCode('correction-panel', () => import('./correction-panel.tsx'));
  const close = () => {
    if (!locked) onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!locked}
      closeOnClickOutside={false}
      title={action ? `${action} · venda nº ${sale}` : `Venda nº ${sale}`}
      size="xl"
    >
      <LoadNotice query={code} failed="Não foi possível abrir a venda." />
      {code.isPending && <Loader aria-label="Carregando" display="block" mx="auto" my="xl" />}
      {code.data && (
        <code.data.CorrectionPanel
          sale={sale}
          onClose={onClose}
          onLock={setLocked}
          onAction={setAction}
          onExchange={onExchange ?? leadToCounter}
          {...props}
        />
      )}
    </Modal>
  );
}
