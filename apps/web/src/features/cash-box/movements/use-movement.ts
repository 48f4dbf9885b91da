import type { CashBox, Movement } from '@balcao/contract/cash-boxes.ts';
import { approvalOfWithdrawal } from '@balcao/domain/box-count.ts';
import { type Cents, centsFromReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { ApiRefusal, mayHaveActed } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { uuid } from '../../../api/uuid.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeBeforeSending,
  storeUnsaved,
  UserIdContext,
} from '../../../ui/fields/unsaved-input.ts';
import type { useApproval } from '../../approvals/use-approval.tsx';
import { MOVEMENT_WORDS, whyApproved } from '../box-words.ts';
import { CASH_BOXES_KEY, moveCash } from '../cash-box.queries.ts';

/** A movement as it is typed. */
type Draft = {
  readonly box: number;
  /** The same for every attempt: a lost response must not take the money twice. */
  readonly key: string;
  readonly amount: Cents | null;
  readonly reason: string;
  /** It was sent, and nobody knows whether it is recorded: what is typed may not change any more. */
  readonly underWay: boolean;
};

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
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = readUnsaved(user, form, asDraft);
    if (stored?.box === box.id) return stored;
    return { box: box.id, key: uuid(), amount: null, reason: '', underWay: false };
  });
  const keep = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    storeUnsaved(user, form, next);
    setDraft(next);
  };

  const send = useMutation({
    mutationFn: async ({ amount, reason }: { amount: Cents; reason: string }) => {
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
        needed: why !== null && !draft.underWay,
      } as const;
      return withApproval(wanted, async (approved) => {
        const sent = { ...draft, amount, reason, underWay: true };
        storeBeforeSending(user, form, sent);
        setDraft(sent);
        const { signal } = new AbortController();
        try {
          return await untilAnswered(() => moveCash({ ...body, ...approved }, draft.key, signal), {
            signal,
          });
        } catch (error) {
          // Also when another approval is asked for, and then refused.
          if (!mayHaveActed(error)) keep({ amount, reason, underWay: false });
          throw error;
        }
      });
    },
    onSuccess: (movement) => {
      if (!movement) return;
      removeUnsaved(user, form);
      void queries.invalidateQueries({ queryKey: CASH_BOXES_KEY });
      onMade(movement);
    },
    onError: (error) => {
      console.error('The movement was not recorded', error);
      // The drawer may have been too short.
      return queries.invalidateQueries({ queryKey: CASH_BOXES_KEY });
    },
  });

  return {
    draft,
    keep,
    send: send.mutate,
    isSending: send.isPending,
    problem: send.error && problemOf(send.error),
    /** Gives up what was typed, unless it may be recorded. */
    leave: () => {
      if (!draft.underWay) removeUnsaved(user, form);
    },
  };
}

const withdrawnFrom = ({ movements }: CashBox): Cents =>
  sumCents(
    movements
      .filter(({ kind }) => kind === 'withdrawal')
      .map(({ amount }) => centsFromReais(amount)),
  );

function asDraft(stored: unknown): Draft | undefined {
  const { box, key, amount, reason, underWay } = fieldsOf<Draft>(stored);
  const texts = typeof key === 'string' && typeof reason === 'string';
  const known = texts && typeof underWay === 'boolean' && Number.isSafeInteger(box);
  return known && (amount === null || Number.isSafeInteger(amount)) ? (stored as Draft) : undefined;
}

function problemOf(error: Error): string {
  if (mayHaveActed(error)) {
    return 'O servidor não respondeu. Registre de novo: o valor não será contado duas vezes.';
  }
  return error instanceof ApiRefusal ? error.problem.detail : 'Não foi possível registrar.';
}
