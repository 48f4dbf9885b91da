import type { CountedBox, OpenBox } from '@balcao/contract/cash-boxes.ts';
import type { Closing } from '@balcao/contract/closings.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApproval } from '../../approvals/use-approval.tsx';
import { CASH_BOXES_KEY } from '../cash-box.queries.ts';
import { CountForm } from './count-form.tsx';
import { CountResult, SettleForm } from './count-result.tsx';

type Props = {
  box: OpenBox;
  /** Runs once the box is closed. Returns what the dialog says of its slip. */
  onClosing: (closing: Closing) => ReactNode;
  onClose: () => void;
};

/** Closes an open box: counts it, says what is missing or left over, and asks for the reason of that. */
export function CountDialog({ box, onClosing, onClose }: Props) {
  const approval = useApproval();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [counts, setCounts] = useState(box.counts);
  const [end, setEnd] = useState<ReactNode>();
  const closed = end !== undefined;

  const advance = ({ box, closing }: CountedBox) => {
    setCounts(box.counts);
    if (closing) setEnd(onClosing(closing));
  };
  const close = () => {
    onClose();
    void queries.invalidateQueries({ queryKey: CASH_BOXES_KEY });
  };

  return (
    <>
      <Modal
        opened
        onClose={close}
        closeOnEscape={!asking && !approval.isAsking}
        closeOnClickOutside={false}
        size="lg"
        title={`${closed ? 'Caixa fechado' : 'Fechar o caixa'} · nº ${box.id}, de ${box.seller_name}`}
        transitionProps={{ duration: 0 }}
      >
        {!counts && (
          <CountForm
            box={box}
            asking={asking}
            onAsk={setAsking}
            onCounted={advance}
            onClose={close}
          />
        )}
        {counts && <CountResult counts={counts} />}
        {counts && !closed && (
          <SettleForm
            box={box}
            counts={counts}
            withApproval={approval.withApproval}
            onSettled={advance}
            onClose={close}
          />
        )}
        {closed && (
          <Group justify="space-between" mt="md">
            <Text role="status">{end}</Text>
            <Button ref={(button) => button?.focus()} onClick={close}>
              Pronto
            </Button>
          </Group>
        )}
      </Modal>
      {approval.dialog}
    </>
  );
}
