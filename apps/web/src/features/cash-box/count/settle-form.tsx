import type { CashBox, CountedBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { BoxCount } from '@balcao/contract/cash-boxes/closings.ts';
import { useMutation } from '@tanstack/react-query';
import { failureWords } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { FieldsForm } from '../../../ui/dialogs/form-dialog.tsx';
import { takeFocus } from '../../../ui/fields/focus.ts';
import { needsReason, ReasonField } from '../../../ui/fields/reason-field.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
import type { useApproval } from '../../approvals/use-approval.tsx';
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
  const fields = useFields({ reason: '' }, { reason: needsReason });
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
  return (
    <FieldsForm
      mt="md"
      submitLabel="Fechar o caixa"
      fields={fields}
      sending={{ send: mutate, isSending: isPending, problem: failureWords(error) }}
      bodyOf={({ reason }) => reason.trim()}
      onCancel={onClose}
      cancelLabel="Deixar para depois"
      cancelWaits
    >
      <ReasonField
        {...fields.input('reason')}
        ref={takeFocus}
        label="Motivo da diferença"
        description="A diferença passa do limite: o caixa só fecha com um motivo e um administrador."
        usual={USUAL_REASONS}
      />
    </FieldsForm>
  );
}
