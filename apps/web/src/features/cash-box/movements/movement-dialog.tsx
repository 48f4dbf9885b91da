import type { CashBox, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { centsFromReais, ZERO } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { ReasonField } from '../../../ui/fields/reason-field.tsx';
import { useApproval } from '../../approvals/use-approval.tsx';
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
  const { fields, sending } = useMovement({
    box,
    kind,
    limit: centsFromReais(withdrawalLimit),
    withApproval: approval.withApproval,
    onMade,
  });
  const { isSending, problem, sent } = sending;
  // What may be recorded already can no longer be typed.
  const isSent = sent !== undefined;
  return (
    <>
      <FormDialog
        title={`${MOVEMENT_WORDS[kind]} · caixa nº ${box.id}`}
        closeOnClickOutside={false}
        onClose={() => {
          fields.forget();
          onClose();
        }}
        submitLabel="Registrar e imprimir"
        fields={fields}
        sending={{ ...sending, problem: isSending ? undefined : problem }}
        bodyOf={({ amount, reason }) => ({ amount: amount ?? ZERO, reason: reason.trim() })}
        problemLines={2}
        fault={problem && 'amount'}
      >
        <Text c="dimmed">{EXPLAINED[kind]}</Text>
        {kind === 'withdrawal' && box.short && (
          <Text role="status" fw={600}>
            {DRAWER_WAS_SHORT}
          </Text>
        )}
        <MoneyField
          {...fields.input('amount')}
          label="Valor"
          data-autofocus
          size="md"
          readOnly={isSent}
        />
        <ReasonField {...fields.input('reason')} usual={USUAL_REASONS[kind]} readOnly={isSent} />
      </FormDialog>
      {approval.dialog}
    </>
  );
}
