import type { CashBox, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { approvalOfWithdrawal } from '@balcao/domain/box-count.ts';
import {
  type Cents,
  centsFromReais,
  reaisFromCents,
  sumCents,
  ZERO,
} from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { useSend } from '../../../api/use-send.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { needsReason, ReasonField } from '../../../ui/fields/reason-field.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { type Approved, useApproval } from '../../approvals/use-approval.tsx';
import { DRAWER_WAS_SHORT, MOVEMENT_WORDS, whyApproved } from '../box-words.ts';
import { CASH_BOXES_KEY, moveCash } from '../cash-box.queries.ts';

const EXPLAINED: Record<Movement['kind'], string> = {
  supply: 'Dinheiro que entra na gaveta sem venda, como troco trazido do banco.',
  withdrawal: 'Dinheiro que sai da gaveta sem devolução, como o que vai ao cofre.',
};
const USUAL_REASONS: Record<Movement['kind'], readonly string[]> = {
  supply: ['Troco do banco', 'Reforço de troco'],
  withdrawal: ['Guardado no cofre', 'Depósito no banco', 'Pagamento a fornecedor'],
};

const LOST = 'O servidor não respondeu. Registre de novo: o valor não será contado duas vezes.';

type Sent = { readonly amount: Cents; readonly reason: string };
const NOTHING = { amount: null as Cents | null, reason: '' };

type Props = {
  kind: Movement['kind'];
  box: CashBox;
  /** If the withdrawals of a box pass it together, they need an administrator. */
  withdrawalLimit: number;
  onMade: (movement: Movement) => void;
  onClose: () => void;
};

/** Cash that goes into or out of the drawer of an open box. A reload while it is sent neither loses nor doubles it. */
export function MovementDialog({ kind, box, withdrawalLimit, onMade, onClose }: Props) {
  useFocusBack();
  const approval = useApproval();
  const bodyOf = ({ amount, reason }: Sent) => ({ kind, amount: reaisFromCents(amount), reason });
  const sending = useSend<Sent, Movement, Approved>({
    // An answer that is missing may be of an earlier box.
    once: `sent-movement:${kind}:${box.id}`,
    send: (sent, key, approved) => moveCash({ ...bodyOf(sent), ...approved }, key),
    through: (sent, isAgain, go) => {
      const { amount, reason } = sent;
      const limit = centsFromReais(withdrawalLimit);
      const withdrawn = withdrawnFrom(box);
      const { short } = box;
      const why =
        kind === 'withdrawal' ? approvalOfWithdrawal({ short, withdrawn, amount, limit }) : null;
      const wanted = {
        action: 'withdrawal',
        subject: box.id,
        request: bodyOf(sent),
        amount,
        words: `${MOVEMENT_WORDS[kind]} do caixa nº ${box.id}`,
        details: [...whyApproved(why, { withdrawn, limit }), `Motivo: ${reason}`],
        // The server finds a movement by its key before it asks for an approval.
        needed: why !== null && !isAgain,
      } as const;
      return approval.withApproval(wanted, go);
    },
    // The drawer may have been too short.
    reloads: [CASH_BOXES_KEY],
    onDone: (movement) => {
      fields.forget();
      onMade(movement);
    },
    failure: 'The movement was not recorded',
    lost: LOST,
  });
  const fields = useFields(
    NOTHING,
    { amount: (amount) => !amount && 'Digite o valor.', reason: needsReason },
    {
      form: `movement:${kind}:${box.id}`,
      nullable: ['amount'],
      // After a sign-out it is kept only as it was sent.
      back: sending.unanswered,
    },
  );
  // What may be recorded already can no longer be typed.
  const isSent = sending.sent !== undefined;
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
        sending={sending}
        bodyOf={({ amount, reason }) => ({ amount: amount ?? ZERO, reason: reason.trim() })}
        problemLines={2}
        fault={sending.problem && 'amount'}
      >
        <Text c="dimmed">{EXPLAINED[kind]}</Text>
        {kind === 'withdrawal' && box.short && (
          <Say rank="look" mt="xs">
            {DRAWER_WAS_SHORT}
          </Say>
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

const withdrawnFrom = ({ movements }: CashBox): Cents =>
  sumCents(
    movements
      .filter(({ kind }) => kind === 'withdrawal')
      .map(({ amount }) => centsFromReais(amount)),
  );
