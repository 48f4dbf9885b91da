import type { Correction, SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { centsFromReais, formatReais, reaisFromCents } from '@balcao/domain/money.ts';
import { mayHaveActed } from '../../../api/errors.ts';
import { useSend } from '../../../api/use-send.ts';
import { type Approved, useApproval } from '../../approvals/use-approval.tsx';
import { type Draft, record } from './corrections.queries.ts';
import { correctable, replacedWords } from './given-back.ts';
import { unitWords } from './returned-units.ts';

const NAMES = { refund: 'Devolução', payments: 'Correção de pagamento' } as const;

type RecordOptions = {
  onRecorded: (made: Correction) => void;
  /** The server has refused the record. */
  onRefused: (error: unknown) => void;
};

/** Records a correction of a sale exactly once. */
export function useRecord(
  sale: number,
  sold: SaleToCorrect | undefined,
  { onRecorded, onRefused }: RecordOptions,
) {
  const approval = useApproval();
  const { send, isSending, unanswered, error, reset } = useSend<Draft, Correction, Approved>({
    once: `correction:${sale}`,
    send: (draft, key, approved) => record({ sale, key, draft, approved }),
    through: ({ kind, body }, isAgain, go) =>
      approval.withApproval(
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
          needed: !isAgain,
        },
        go,
      ),
    reloads: [],
    onDone: onRecorded,
    onFailed: (error) => {
      if (!mayHaveActed(error)) onRefused(error);
    },
    failure: 'The correction was not recorded',
  });

  return {
    /** Sends the unanswered record again, if there is one, and else the draft. */
    send: (draft: Draft) => {
      if (!isSending) send(draft);
    },
    isSending: isSending && !approval.isAsking,
    unanswered,
    error,
    reset,
    isAsking: approval.isAsking,
    approvalDialog: approval.dialog,
  };
}

const takenBack = (sold: SaleToCorrect) =>
  correctable(sold).map(({ method, amount }) => ({ method, amount: -reaisFromCents(amount) }));
