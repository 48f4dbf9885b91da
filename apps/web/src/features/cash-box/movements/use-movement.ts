import type { CashBox, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { approvalOfWithdrawal } from '@balcao/domain/box-count.ts';
import { type Cents, centsFromReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { useSend } from '../../../api/use-send.ts';
import { useTyped } from '../../../ui/fields/use-typed.ts';
import type { Approved, useApproval } from '../../approvals/use-approval.tsx';
import { MOVEMENT_WORDS, whyApproved } from '../box-words.ts';
import { CASH_BOXES_KEY, moveCash } from '../cash-box.queries.ts';

type Draft = { readonly amount: Cents | null; readonly reason: string };
type Sent = Draft & { readonly amount: Cents };

const NO_MOVEMENT: Draft = { amount: null, reason: '' };

const LOST = 'O servidor não respondeu. Registre de novo: o valor não será contado duas vezes.';

type MovementOptions = {
  box: CashBox;
  kind: Movement['kind'];
  /** If the withdrawals of a box pass it together, they need an administrator. */
  limit: Cents;
  withApproval: ReturnType<typeof useApproval>['withApproval'];
  onMade: (movement: Movement) => void;
};

/** A movement of cash, which a reload during its sending neither loses nor doubles. */
export function useMovement({ box, kind, limit, withApproval, onMade }: MovementOptions) {
  const form = `movement:${kind}:${box.id}`;
  const { input, change, forget } = useTyped({ form, saved: NO_MOVEMENT, nullable: ['amount'] });

  const bodyOf = ({ amount, reason }: Sent) => ({ kind, amount: reaisFromCents(amount), reason });
  const { sent, ...sending } = useSend<Sent, Movement, Approved>({
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
      forget();
      onMade(movement);
    },
    // After a sign-out it was kept only as it was sent.
    onFailed: (_error, given) => change(given),
    failure: 'The movement was not recorded',
    lost: LOST,
  });

  return {
    /** What may be recorded already can no longer be typed. */
    draft: sent ?? input,
    isUnanswered: sent !== undefined,
    change,
    send: sending.send,
    isSending: sending.isSending,
    problem: sending.problem,
    /** Gives up what was typed. */
    forget,
  };
}

const withdrawnFrom = ({ movements }: CashBox): Cents =>
  sumCents(
    movements
      .filter(({ kind }) => kind === 'withdrawal')
      .map(({ amount }) => centsFromReais(amount)),
  );
