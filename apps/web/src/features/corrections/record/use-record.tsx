import type { Correction, SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { centsFromReais, formatReais, reaisFromCents } from '@balcao/domain/money.ts';
import { useMutation } from '@tanstack/react-query';
import { useContext } from 'react';
import { mayHaveActed } from '../../../api/errors.ts';
import { useOnce } from '../../../api/use-once.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { UserIdContext } from '../../../storage/unsaved-input.ts';
import { useApproval } from '../../approvals/use-approval.tsx';
import { type Draft, record } from './corrections.queries.ts';
import { correctable, replacedWords } from './given-back.ts';
import { unitWords } from './returned-units.ts';

const NAMES = { refund: 'Devolução', payments: 'Correção de pagamento' } as const;

type Options = {
  onRecorded: (made: Correction) => void;
  /** The server has refused the record. */
  onRefused: (error: unknown) => void;
};

/** Records a correction of a sale exactly once. */
export function useRecord(
  sale: number,
  sold: SaleToCorrect | undefined,
  { onRecorded, onRefused }: Options,
) {
  const user = useContext(UserIdContext);
  const once = useOnce({ user, form: `correction:${sale}`, asSent: asDraft });
  const approval = useApproval();

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (draft: Draft) => {
      const { kind, body } = once.unanswered?.sent ?? draft;
      return approval.withApproval(
        {
          action: kind,
          subject: sale,
          request: body,
          ...('total' in body && { amount: centsFromReais(body.total) }),
          words: `${NAMES[kind]} da venda nº ${sale}`,
          details: [
            ...('items' in body ? unitWords(sold?.items ?? [], body.items) : []),
            ...(kind === 'payments'
              ? [replacedWords([...(sold ? takenBack(sold) : []), ...body.payments])]
              : body.payments.map(
                  ({ method, amount }) => `Volta em ${method}: ${formatReais(amount)}`,
                )),
            `Motivo: ${body.reason}`,
          ],
          // The server finds a record by its key before it asks for an approval.
          needed: !once.unanswered,
        },
        (approved) =>
          once.send(draft, ({ key, sent }) => record({ sale, key, draft: sent, approved })),
      );
    },
    onSuccess: (made) => made && onRecorded(made),
    onError: (failure) => {
      console.error('The correction was not recorded', failure);
      if (!mayHaveActed(failure)) onRefused(failure);
    },
  });

  return {
    /** Sends the unanswered record again, if there is one, and else the draft. */
    send: (draft: Draft) => {
      if (!isPending) mutate(draft);
    },
    isSending: isPending && !approval.isAsking,
    unanswered: isPending ? undefined : once.unanswered?.sent,
    error,
    reset,
    isAsking: approval.isAsking,
    approvalDialog: approval.dialog,
  };
}

const takenBack = (sold: SaleToCorrect) =>
  correctable(sold).map(({ method, amount }) => ({ method, amount: -reaisFromCents(amount) }));

function asDraft(stored: unknown): Draft | undefined {
  const { kind, body } = fieldsOf<Draft>(stored);
  return kind && kind in NAMES && body ? (stored as Draft) : undefined;
}
