import type { CashBox, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { approvalOfWithdrawal } from '@balcao/domain/box-count.ts';
import { type Cents, centsFromReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useOnce } from '../../../api/use-once.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../../../storage/unsaved-input.ts';
import type { useApproval } from '../../approvals/use-approval.tsx';
import { MOVEMENT_WORDS, whyApproved } from '../box-words.ts';
import { CASH_BOXES_KEY, moveCash } from '../cash-box.queries.ts';

/** A movement as it is typed, and as it is sent. */
type Draft = { readonly box: number; readonly amount: Cents | null; readonly reason: string };
type Sent = Draft & { readonly amount: Cents };

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
  const form = `movement:${kind}`;
  const ofThisBox = (stored: unknown) => {
    const draft = asDraft(stored);
    return draft?.box === box.id ? draft : undefined;
  };
  const once = useOnce({
    user,
    form: `sent-${form}`,
    asSent: (stored) => {
      const draft = ofThisBox(stored);
      return draft && draft.amount !== null ? (draft as Sent) : undefined;
    },
  });
  const [typed, setTyped] = useState<Draft>(
    () => readUnsaved(user, form, ofThisBox) ?? { box: box.id, amount: null, reason: '' },
  );
  const keep = (part: Partial<Draft>) => {
    const next = { ...typed, ...part };
    storeUnsaved(user, form, next);
    setTyped(next);
  };

  const send = useMutation({
    mutationFn: async (given: Pick<Sent, 'amount' | 'reason'>) => {
      const draft = once.unanswered?.sent ?? { box: box.id, ...given };
      const { amount, reason } = draft;
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
        once.send(draft, ({ key }) => moveCash({ ...body, ...approved }, key)),
      );
    },
    onSuccess: (movement) => {
      if (!movement) return;
      removeUnsaved(user, form);
      void queries.invalidateQueries({ queryKey: CASH_BOXES_KEY });
      onMade(movement);
    },
    onError: (error, { amount, reason }) => {
      console.error('The movement was not recorded', error);
      // After a sign-out it was kept only as it was sent.
      keep({ amount, reason });
      // The drawer may have been too short.
      return queries.invalidateQueries({ queryKey: CASH_BOXES_KEY });
    },
  });

  return {
    /** What may be recorded already can no longer be typed. */
    draft: once.unanswered?.sent ?? typed,
    isUnanswered: once.unanswered !== undefined,
    keep,
    send: send.mutate,
    isSending: send.isPending,
    problem: once.problemOf(send.error, LOST),
    /** Gives up what was typed. */
    leave: () => removeUnsaved(user, form),
  };
}

const withdrawnFrom = ({ movements }: CashBox): Cents =>
  sumCents(
    movements
      .filter(({ kind }) => kind === 'withdrawal')
      .map(({ amount }) => centsFromReais(amount)),
  );

function asDraft(stored: unknown): Draft | undefined {
  const { box, amount, reason } = fieldsOf<Draft>(stored);
  const known = typeof reason === 'string' && Number.isSafeInteger(box);
  return known && (amount === null || Number.isSafeInteger(amount)) ? (stored as Draft) : undefined;
}
