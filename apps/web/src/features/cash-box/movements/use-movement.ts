import type { CashBox, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { approvalOfWithdrawal } from '@balcao/domain/box-count.ts';
import { type Cents, centsFromReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { useSend } from '../../../api/use-send.ts';
import { needsReason } from '../../../ui/fields/reason-field.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
import type { Approved, useApproval } from '../../approvals/use-approval.tsx';
import { MOVEMENT_WORDS, whyApproved } from '../box-words.ts';
import { CASH_BOXES_KEY, moveCash } from '../cash-box.queries.ts';

type Draft = { readonly amount: Cents | null; readonly reason: string };
type Sent = Draft & { readonly amount: Cents };

const NOTHING: Draft = { amount: null, reason: '' };

const LOST = 'O servidor não respondeu. Registre de novo: o valor não será contado duas vezes.';

type Options = {
  box: CashBox;
  kind: Movement['kind'];
  /** If the withdrawals of a box pass it together, they need an administrator. */
  limit: Cents;
  withApproval: ReturnType<typeof useApproval>['withApproval'];
  onMade: (movement: Movement) => void;
};

/** A movement of cash, which a reload during its sending neither loses nor doubles. */
export function useMovement({ box, kind, limit, withApproval, onMade }: Options) {
  const bodyOf = ({ amount, reason }: Sent) => ({ kind, amount: reaisFromCents(amount), reason });
  const sending = useSend<Sent, Movement, Approved>({
    // An answer that is missing may be of an earlier box.
    once: `sent-movement:${kind}:${box.id}`,
    send: (sent, key, approved) => moveCash({ ...bodyOf(sent), ...approved }, key),
    through: (sent, isAgain, go) => {
      const { amount, reason } = sent;
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
      return withApproval(wanted, go);
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
  return { fields, sending };
}

const withdrawnFrom = ({ movements }: CashBox): Cents =>
  sumCents(
    movements
      .filter(({ kind }) => kind === 'withdrawal')
      .map(({ amount }) => centsFromReais(amount)),
  );
