import type { Correction, SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { Button, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { CorrectionList, type useCorrectionPaper } from './correction-list.tsx';
import { doneWords } from './correction-words.ts';
import { correctable, goingBackWords } from './record/given-back.ts';
import { RecordProblem } from './record/record-problem.tsx';
import { leftOf } from './record/returned-units.ts';
import type { useRecord } from './record/use-record.tsx';
import { type Known, SaleContent } from './sale-content.tsx';
import type { useReceiptReprint } from './use-receipt-reprint.ts';

export type View = 'sale' | keyof typeof ACTIONS;

/** What the buttons do, and the title of the dialog then. */
export const ACTIONS = {
  refund: 'Devolver',
  exchange: 'Trocar',
  payments: 'Corrigir pagamento',
} as const;

type Props = {
  sale: SaleToCorrect;
  /** What was just recorded. */
  made: Correction | undefined;
  paper: ReturnType<typeof useCorrectionPaper>;
  recording: ReturnType<typeof useRecord>;
  known: Known | undefined;
  /** undefined for the sale of somebody else. */
  receipt: ReturnType<typeof useReceiptReprint>;
  returnFirst: boolean | undefined;
  onShow: (view: View) => void;
  onClose: () => void;
};

/** The sale as it is now, and what can be done with it. */
export function SaleView(props: Props) {
  const { sale, made, paper, recording, onShow, onClose } = props;
  const { known, receipt, returnFirst } = props;
  const nothingLeft = sale.items.every((item) => leftOf(item) === 0);
  const paidByMethod = correctable(sale).length > 0;
  const { deleted } = sale;
  const settled = !recording.unanswered && !recording.isSending && !deleted;
  const returnable = settled && !nothingLeft;
  /** The one filled button. */
  const first = returnFirst && returnable ? 'refund' : deleted ? undefined : 'receipt';
  const look = (button: typeof first) =>
    first === button ? { 'data-autofocus': !made || undefined } : { variant: 'default' };
  return (
    <>
      {made && <Done made={made} />}
      {deleted && <Deleted deleted={deleted} />}
      <RecordProblem recording={recording} />
      <SaleContent sale={sale} known={known} />
      <CorrectionList sale={sale} paper={paper} />
      {nothingLeft && !made && (
        <Text mt="md" c="dimmed">
          Tudo desta venda já voltou.
        </Text>
      )}
      <DialogFoot mt="lg">
        <Button
          variant="default"
          onClick={onClose}
          data-autofocus={made !== undefined || first === undefined || undefined}
        >
          Fechar
        </Button>
        {!deleted && (
          <Button
            {...look('receipt')}
            leftSection={<IconPrinter size={18} aria-hidden />}
            loading={receipt.isReprinting(sale.id)}
            onClick={() => receipt.reprint(sale.id)}
          >
            Recibo (2ª via)
          </Button>
        )}
        {settled && paidByMethod && (
          <Button variant="default" onClick={() => onShow('payments')}>
            {ACTIONS.payments}
          </Button>
        )}
        {returnable && (
          <Button variant="default" onClick={() => onShow('exchange')}>
            {ACTIONS.exchange}
          </Button>
        )}
        {returnable && (
          <Button {...look('refund')} onClick={() => onShow('refund')}>
            {ACTIONS.refund}
          </Button>
        )}
      </DialogFoot>
    </>
  );
}

function Done({ made }: { made: Correction }) {
  const back = goingBackWords(made);
  return (
    <Say
      rank="fact"
      place="page"
      bg="var(--mantine-color-green-light)"
      c="var(--mantine-color-green-light-color)"
      px="sm"
      py="xs"
      mb="sm"
      bdrs="sm"
    >
      <Text fw={650}>{doneWords(made)}</Text>
      {back && (
        <Text className="money" fz={24} fw={650} lh={1.3}>
          {back}
        </Text>
      )}
    </Say>
  );
}

/** It is shown as it was, and nothing changes it any more. */
function Deleted({
  deleted: { at, by, reason },
}: {
  deleted: NonNullable<SaleToCorrect['deleted']>;
}) {
  return (
    <Say rank="look" mb="sm" quiet>
      Venda excluída em {recordedMoment(at)} por {by}.{reason && ` Motivo: ${reason}`}
    </Say>
  );
}
