import type { CashBox, CountedBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { Closing } from '@balcao/contract/cash-boxes/closings.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../navigation/paths.ts';
import { timeNow } from '../../../storage/server-clock.ts';
import { Modal } from '../../../ui/modal.tsx';
import { PrintPageLink } from '../../../ui/paper/tab/print-page-link.tsx';
import type { openPrintPage } from '../../../ui/paper/tab/print-tab.ts';
import { useApproval } from '../../approvals/use-approval.tsx';
import { CASH_BOXES_KEY } from '../cash-box.queries.ts';
import { CountTable } from '../paper/paper-lines.tsx';
import classes from './count-dialog.module.css';
import { CountForm } from './count-form.tsx';
import { SettleForm } from './settle-form.tsx';

type Opened = ReturnType<typeof openPrintPage>;

type Props = {
  box: CashBox;
  /** Runs once the box is closed, and opens its slip. */
  onClosing: (closing: Closing) => Opened;
  onClose: () => void;
};

/** Closes an open box: counts it, says what is missing or left over, and asks for the reason of that. */
export function CountDialog({ box, onClosing, onClose }: Props) {
  const approval = useApproval();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [counts, setCounts] = useState(box.counts);
  const [end, setEnd] = useState<Opened>();
  const closed = end !== undefined;

  const advance = ({ box, closing }: CountedBox) => {
    setCounts(box.counts);
    if (closing) setEnd(onClosing(closing));
  };
  const close = () => {
    // Its response may bring the closing.
    if (queries.isMutating({ mutationKey: CASH_BOXES_KEY }) > 0) return;
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
        {counts && (
          <div className={classes.result}>
            <CountTable counts={counts} />
          </div>
        )}
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
            <SlipNotice opened={end} />
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

type ClosedProps = {
  closing: Closing;
  onPrint: (closing: Closing & { reprinted_at: string }) => Opened;
  onClose: () => void;
};

/** A box that is closed, whose slip can be printed again. */
export function ClosedDialog({ closing, onPrint, onClose }: ClosedProps) {
  const [end, setEnd] = useState<Opened>();
  const print = () => setEnd(onPrint({ ...closing, reprinted_at: timeNow().toISOString() }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Caixa fechado · nº ${closing.box?.number}, de ${closing.seller_name}`}
    >
      <Text mb="md">Ele foi fechado em {formatMoment(new Date(closing.closed_at))}.</Text>
      <Group justify="space-between">
        <SlipNotice opened={end} />
        <Button data-autofocus onClick={print}>
          Imprimir o fechamento de novo
        </Button>
      </Group>
    </Modal>
  );
}

/** Where the slip is. */
function SlipNotice({ opened }: { opened: Opened | undefined }) {
  return (
    <Text role="status">
      {opened === 'opened' && 'O fechamento abriu em outra janela.'}
      {opened === 'blocked' && (
        <PrintPageLink to={paths.closingSlip}>Abrir o fechamento</PrintPageLink>
      )}
    </Text>
  );
}
