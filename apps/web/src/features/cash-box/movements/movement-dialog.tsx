import type { CashBox, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useApproval } from '../../approvals/use-approval.tsx';
import { ReasonField } from '../../corrections/forms/reason-field.tsx';
import { DRAWER_WAS_SHORT, MOVEMENT_WORDS } from '../box-words.ts';
import { useMovement } from './use-movement.ts';

const EXPLAINED: Record<Movement['kind'], string> = {
  supply: 'Dinheiro que entra na gaveta sem venda, como troco trazido do banco.',
  withdrawal: 'Dinheiro que sai da gaveta sem devolução, como o que vai ao cofre.',
};
const USUAL_REASONS: Record<Movement['kind'], readonly string[]> = {
  supply: ['Troco do banco', 'Reforço de troco'],
  withdrawal: ['Guardado no cofre', 'Depósito no banco', 'Pagamento a fornecedor'],
};

type Props = {
  kind: Movement['kind'];
  box: CashBox;
  withdrawalLimit: number;
  onMade: (movement: Movement) => void;
  onClose: () => void;
};

/** Cash that goes into or out of the drawer of an open box. */
export function MovementDialog({ kind, box, withdrawalLimit, onMade, onClose }: Props) {
  useFocusBack();
  const approval = useApproval();
  const movement = useMovement({
    box,
    kind,
    limit: centsFromReais(withdrawalLimit),
    withApproval: approval.withApproval,
    onMade,
  });
  const { draft, change, isSending, isUnanswered } = movement;
  const [pressed, setPressed] = useState(false);
  const reason = draft.reason.trim();

  const close = () => {
    if (isSending) return;
    movement.forget();
    onClose();
  };
  const faultOf = () => {
    if (draft.amount && !reason) return 'reason';
    return !draft.amount || movement.problem ? 'amount' : undefined;
  };
  const submit = () => {
    setPressed(true);
    const { amount } = draft;
    if (amount && reason) movement.send({ amount, reason });
  };

  return (
    <>
      <Modal
        opened
        onClose={close}
        closeOnEscape={!approval.isAsking}
        closeOnClickOutside={false}
        title={`${MOVEMENT_WORDS[kind]} · caixa nº ${box.id}`}
      >
        <Text c="dimmed">{EXPLAINED[kind]}</Text>
        {kind === 'withdrawal' && box.short && (
          <Say rank="look" mt="xs">
            {DRAWER_WAS_SHORT}
          </Say>
        )}
        <DialogForm
          mt="md"
          onSubmit={submit}
          noValidate
          submitLabel="Registrar e imprimir"
          busy={isSending}
          problem={!isSending && movement.problem}
          problemLines={2}
          fault={faultOf()}
          onCancel={close}
          cancelWaits
        >
          <MoneyField
            name="amount"
            label="Valor"
            data-autofocus
            size="md"
            value={draft.amount}
            onChange={(amount) => change({ amount })}
            readOnly={isUnanswered}
            error={pressed && !draft.amount && 'Digite o valor.'}
          />
          <ReasonField
            usual={USUAL_REASONS[kind]}
            value={draft.reason}
            onChange={(text) => change({ reason: text })}
            readOnly={isUnanswered}
            error={pressed && !reason && 'Diga o motivo.'}
          />
        </DialogForm>
      </Modal>
      {approval.dialog}
    </>
  );
}
