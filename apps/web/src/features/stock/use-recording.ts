import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { useOnce } from '../../api/use-once.ts';
import { UserIdContext } from '../../storage/unsaved-input.ts';
import { wordsOf } from '../../ui/messages/outcome.ts';
import { STOCK_KEY } from './stock.queries.ts';

const LOST = 'O servidor não respondeu. Registre de novo: nada será contado duas vezes.';

type Options<Body, Answer> = {
  form: string;
  /** Whether what was stored is a body of this form. */
  isBody: (stored: unknown) => boolean;
  send: (body: Body, key: string) => Promise<Answer>;
  onDone: (answer: Answer, body: Body) => void;
};

/** Records a movement or begins a count exactly once; what may be recorded already is sent again as it was. */
export function useRecording<Body, Answer>(options: Options<Body, Answer>) {
  const { form, isBody, send, onDone } = options;
  const user = useContext(UserIdContext);
  const queries = useQueryClient();
  const once = useOnce<Body>({
    user,
    form,
    asSent: (stored) => (isBody(stored) ? (stored as Body) : undefined),
  });
  const sending = useMutation({
    mutationFn: (body: Body) => once.send(body, ({ key, sent }) => send(sent, key)),
    onSuccess: (answer, body) => {
      void queries.invalidateQueries({ queryKey: STOCK_KEY });
      onDone(answer, once.unanswered?.sent ?? body);
    },
    onError: (error) => console.error('The record of stock was not made', error),
  });
  const unanswered = sending.isPending ? undefined : once.unanswered?.sent;
  return {
    record: sending.mutate,
    isSending: sending.isPending,
    /** What may be recorded already. */
    unanswered,
    problem: unanswered ? LOST : wordsOf(sending.error, {}, LOST),
  };
}
