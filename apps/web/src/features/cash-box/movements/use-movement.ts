import type { CashBox, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { approvalOfWithdrawal } from '@balcao/domain/box-count.ts';
import { type Cents, centsFromReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { useOnce } from '../../../api/use-once.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { UserIdContext } from '../../../storage/unsaved-input.ts';
import { useTyped } from '../../../ui/fields/use-typed.ts';
import { wordsOf } from '../../../ui/messages/outcome.ts';
import type { useApproval } from '../../approvals/use-approval.tsx';
import { MOVEMENT_WORDS, whyApproved } from '../box-words.ts';
import { CASH_BOXES_KEY, moveCash } from '../cash-box.queries.ts';

type Draft = { readonly amount: Cents | null; readonly reason: string };
type Given = Draft & { readonly amount: Cents };
/** `box`: an answer that is missing may be of an earlier one. */
type Sent = Given & { readonly box: number };

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
  const user = useContext(UserIdContext);
  const queries = useQueryClient();
  const form = `movement:${kind}:${box.id}`;
  const once = useOnce({
    user,
    form: `sent-movement:${kind}`,
    asSent: (stored) => asSent(stored, box.id),
  });
  const { input, change, forget } = useTyped({ form, saved: NOTHING, nullable: ['amount'] });

  const send = useMutation({
    mutationFn: async (given: Given) => {
      const { amount, reason } = once.unanswered?.sent ?? given;
      const body = { kind, amount: reaisFromCents(amount), reason };
      const withdrawn = withdrawnFrom(box);
      const { short } = box;
      const why =
        kind === 'withdrawal' ? approvalOfWithdrawal({ short, withdrawn, amount, limit }) : null;
      const wanted = {
        action: 'withdrawal',
        subject: box.id,
        request: body,
        amount,
        words: `${MOVEMENT_WORDS[kind]} do caixa nº ${box.id}`,
        details: [...whyApproved(why, { withdrawn, limit }), `Motivo: ${reason}`],
        // The server finds a movement by its key before it asks for an approval.
        needed: why !== null && !once.unanswered,
      } as const;
      return withApproval(wanted, (approved) =>
        once.send({ box: box.id, amount, reason }, ({ key }) =>
          moveCash({ ...body, ...approved }, key),
        ),
      );
    },
    onSuccess: (movement) => {
      if (!movement) return;
      forget();
      void queries.invalidateQueries({ queryKey: CASH_BOXES_KEY });
      onMade(movement);
    },
    onError: (error, given) => {
      console.error('The movement was not recorded', error);
      // After a sign-out it was kept only as it was sent.
      change(given);
      // The drawer may have been too short.
      return queries.invalidateQueries({ queryKey: CASH_BOXES_KEY });
    },
  });

  return {
    /** What may be recorded already can no longer be typed. */
    draft: once.unanswered?.sent ?? input,
    isUnanswered: once.unanswered !== undefined,
    change,
    send: send.mutate,
    isSending: send.isPending,
    problem: once.unanswered ? LOST : wordsOf(send.error, {}, LOST),
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

function asSent(stored: unknown, of: number): Sent | undefined {
  const { box, amount, reason } = fieldsOf<Sent>(stored);
  const isKnown = box === of && Number.isSafeInteger(amount) && typeof reason === 'string';
  return isKnown ? (stored as Sent) : undefined;
}
