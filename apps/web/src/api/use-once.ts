import { useEffect, useRef, useState } from 'react';
import { newRequest, readUnanswered, sendOnce, type Unanswered } from './send-once.ts';

type Options<Sent> = {
  user: number;
  form: string;
  /** What was stored, if it is a request of this form. */
  asSent: (stored: unknown) => Sent | undefined;
};

/**
 * Sends a request of a form exactly once. Its key and body are stored before they are sent; until an answer says
 * whether it was done, even after a reload, only the same request can be sent again.
 */
export function useOnce<Sent>({ user, form, asSent }: Options<Sent>) {
  const place = { user, form };
  const read = () => readUnanswered(place, asSent);
  const [unanswered, setUnanswered] = useState(read);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current?.abort();
  }, []);

  /** Sends the unanswered request again, if there is one, and else the given one. */
  const send = async <Answer>(
    given: Sent,
    call: (request: Unanswered<Sent>) => Promise<Answer>,
  ): Promise<Answer> => {
    const stored = read();
    const request = stored ?? newRequest(given);
    setUnanswered(request);
    try {
      return await sendOnce(place, request, {
        again: stored !== undefined,
        call: () => call(request),
        signal: leaving.current?.signal,
      });
    } finally {
      setUnanswered(read());
    }
  };

  return { send, unanswered };
}
