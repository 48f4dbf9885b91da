import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { UserIdContext } from '../storage/unsaved-input.ts';
import { failureWords } from './errors.ts';
import { newRequest, readUnanswered, sendOnce } from './send-once.ts';

const LOST = 'O servidor não respondeu. Registre de novo: nada será contado duas vezes.';

type SendOptions<Sent, Answer, Given> = {
  /** Names the request among those of a user that wait for their answers. Without it, it may well be done twice. */
  once: string | undefined;
  /** `given`: by `through`. */
  send: (sent: Sent, key: string, given: Given) => Promise<Answer>;
  /** Asks before `go` sends; undefined if it was called off. `isAgain`: the request may be done already. */
  through?: (
    sent: Sent,
    isAgain: boolean,
    go: (given: Given) => Promise<Answer>,
  ) => Promise<Answer | undefined>;
  /** Refetched after a failure too: something may have changed. */
  reloads: readonly QueryKey[];
  /** `sent`: what was sent before, if that had no answer. */
  onDone?: (answer: Answer, sent: Sent) => void;
  onFailed?: (error: Error, sent: Sent) => void;
  /** Logged with an error. */
  failure: string;
  /** Said when it is not known whether it was done. */
  lost?: string;
};

/**
 * Makes a change exactly once. Its key and what it holds are stored before they are sent; until an answer says whether
 * it was done, even after a reload, only the same can be sent again, whatever is given.
 */
export function useSend<Sent, Answer, Given = undefined>(
  options: SendOptions<Sent, Answer, Given>,
) {
  const { once, through, reloads, onDone, onFailed, failure } = options;
  const lost = once === undefined ? undefined : (options.lost ?? LOST);
  const user = useContext(UserIdContext);
  const place = { user, form: once ?? '' };
  const read = () => (once === undefined ? undefined : readUnanswered<Sent>(place));
  const [request, setRequest] = useState(read);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current?.abort();
  }, []);

  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: async (wanted: Sent) => {
      const stored = read();
      const request = stored ?? newRequest(wanted);
      const again = stored !== undefined;
      const go = async (given: Given) => {
        const call = () => options.send(request.sent, request.key, given);
        if (once === undefined) return call();
        setRequest(request);
        const { signal } = leaving.current ?? {};
        return sendOnce(place, request, { again, call, signal }).finally(() => setRequest(read()));
      };
      const { sent } = request;
      if (!through) return { answer: await go(undefined as Given), sent };
      const answer = await through(sent, again, go);
      return answer === undefined ? undefined : { answer, sent };
    },
    meta: { failure, reloads },
    onSuccess: (done) => done && onDone?.(done.answer, done.sent),
    onError: (error, sent) => onFailed?.(error, sent),
  });
  const unanswered = isPending ? undefined : request?.sent;
  return {
    send: mutate,
    isSending: isPending,
    /** What is being sent, or may be done already. */
    sent: request?.sent,
    /** What may be done already. */
    unanswered,
    answer: data?.answer,
    error,
    problem: unanswered !== undefined ? lost : failureWords(error, {}, lost),
    reset,
  };
}
