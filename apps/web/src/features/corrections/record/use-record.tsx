import type { Correction, SaleToCorrect } from '@balcao/contract/corrections.ts';
import { centsFromReais, formatReais } from '@balcao/domain/money.ts';
import { useMutation } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { mayHaveActed, refusesUser } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { uuid } from '../../../api/uuid.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeBeforeSending,
  UserIdContext,
} from '../../../ui/fields/unsaved-input.ts';
import { useApproval } from '../../approvals/use-approval.tsx';
import { type Draft, record } from './corrections.queries.ts';
import { unitWords } from './returned-units.ts';

/** A record that may have been made although no answer came. `underWay`: a sign-out keeps it. */
type Unanswered = { readonly underWay: true; readonly key: string; readonly draft: Draft };

const NAMES = { refund: 'Devolução', payments: 'Correção de pagamento' } as const;
const WAYS = { refund: 'Volta em', payments: 'Passa para' } as const;

type Options = {
  onRecorded: (made: Correction) => void;
  /** The server has refused the record. */
  onRefused: (error: unknown) => void;
};

/**
 * Records a correction of a sale exactly once. Key and body are stored before they are sent; until an answer
 * says whether they were recorded, only the same record can be sent again, even after a reload.
 */
export function useRecord(
  sale: number,
  sold: SaleToCorrect | undefined,
  { onRecorded, onRefused }: Options,
) {
  const user = useContext(UserIdContext);
  const form = `correction:${sale}`;
  const [unanswered, setUnanswered] = useState(() => readUnsaved(user, form, asUnanswered));
  const approval = useApproval();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current?.abort();
  }, []);

  const attempt = async (sent: Unanswered, approved: { approval?: string }) => {
    const signal = leaving.current?.signal;
    let answerLost = unanswered !== undefined;
    const onRetry = (error: unknown) => {
      if (mayHaveActed(error)) answerLost = true;
    };
    storeBeforeSending(user, form, sent);
    setUnanswered(sent);
    try {
      const made = await untilAnswered(() => record({ sale, ...sent, approved }), {
        signal,
        onRetry,
      });
      answered();
      return made;
    } catch (error) {
      if (!mayHaveActed(error) && !(answerLost && refusesUser(error))) answered();
      throw error;
    }
  };
  const answered = () => {
    removeUnsaved(user, form);
    setUnanswered(undefined);
  };

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (draft: Draft) => {
      const sent = unanswered ?? { underWay: true, key: uuid(), draft };
      const { kind, body } = sent.draft;
      return approval.withApproval(
        {
          action: kind,
          subject: sale,
          request: body,
          ...('total' in body && { amount: centsFromReais(body.total) }),
          words: `${NAMES[kind]} da venda nº ${sale}`,
          details: [
            ...('items' in body ? unitWords(sold?.items ?? [], body.items) : []),
            ...body.payments.map(
              ({ method, amount }) => `${WAYS[kind]} ${method}: ${formatReais(amount)}`,
            ),
            `Motivo: ${body.reason}`,
          ],
          // The server finds a record by its key before it asks for an approval.
          needed: !unanswered,
        },
        (approved) => attempt(sent, approved),
      );
    },
    onSuccess: (made) => made && onRecorded(made),
    onError: (failure) => {
      console.error('The correction was not recorded', failure);
      if (!mayHaveActed(failure)) onRefused(failure);
    },
  });

  return {
    /** Sends the unanswered record again, if there is one, whatever the draft. */
    send: (draft: Draft) => {
      if (!isPending) mutate(draft);
    },
    isSending: isPending && !approval.isAsking,
    unanswered: isPending ? undefined : unanswered,
    error,
    reset,
    isAsking: approval.isAsking,
    approvalDialog: approval.dialog,
  };
}

function asUnanswered(stored: unknown): Unanswered | undefined {
  const { key, draft } = fieldsOf<Unanswered>(stored);
  const known = typeof key === 'string' && draft && draft.kind in NAMES && draft.body;
  return known ? { underWay: true, key, draft } : undefined;
}
