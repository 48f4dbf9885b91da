import type { CashBox, CountedBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { BoxCount } from '@balcao/contract/cash-boxes/closings.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureWords } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import type { useApproval } from '../../approvals/use-approval.tsx';
import { ReasonField } from '../../corrections/forms/reason-field.tsx';
import { differenceWords } from '../box-words.ts';
import { CASH_BOXES_KEY, settleBox } from '../cash-box.queries.ts';

const USUAL_REASONS = ['Troco errado', 'Não sei o motivo'];

type Props = {
  box: CashBox;
  counts: readonly BoxCount[];
  withApproval: ReturnType<typeof useApproval>['withApproval'];
  onSettled: (counted: CountedBox) => void;
  onClose: () => void;
};

/** The reason of a difference above the limit, without which the box stays open. */
export function SettleForm({ box, counts, withApproval, onSettled, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { mutate, isPending, error } = useMutation({
    mutationKey: CASH_BOXES_KEY,
    mutationFn: (text: string) => {
      const wanted = {
        action: 'difference',
        subject: box.id,
        request: { reason: text },
        words: `Diferença do caixa nº ${box.id}, de ${box.seller_name}`,
        details: [
          ...counts
            .filter(({ difference }) => difference !== 0)
            .map(({ method, difference }) => `${method}: ${differenceWords(difference)}`),
          `Motivo: ${text}`,
        ],
      } as const;
      return withApproval(wanted, (approved) =>
        untilAnswered(() => settleBox(box.id, { reason: text, ...approved })),
      );
    },
    onSuccess: (settled) => settled && onSettled(settled),
    meta: { failure: 'The difference was not settled' },
  });
  const submit = () => {
    setPressed(true);
    if (reason.trim() === '') field.current?.focus();
    else mutate(reason.trim());
  };
  return (
    <DialogForm
      mt="md"
      onSubmit={submit}
      noValidate
      submitLabel="Fechar o caixa"
      busy={isPending}
      problem={failureWords(error)}
      onCancel={onClose}
      cancelLabel="Deixar para depois"
      cancelWaits
    >
      <ReasonField
        ref={field}
        label="Motivo da diferença"
        description="A diferença passa do limite: o caixa só fecha com um motivo e um administrador."
        usual={USUAL_REASONS}
        value={reason}
        onChange={setReason}
        error={pressed && reason.trim() === '' && 'Diga o motivo.'}
      />
    </DialogForm>
  );
}
