import { fieldsOf } from '../storage/stored-json.ts';
import { readUnsaved, removeUnsaved, storeBeforeSending } from '../storage/unsaved-input.ts';
import { mayHaveActed, refusesUser } from './errors.ts';
import { untilAnswered } from './retries.ts';
import { uuid } from './uuid.ts';

/** Changes with what any form stores: a page of another version would not know what it reads. */
const FORMAT = 1;

/** A request whose outcome is not known, as it is stored. `underWay`: a sign-out keeps it. */
export type Unanswered<Sent> = {
  readonly underWay: true;
  readonly format: typeof FORMAT;
  readonly key: string;
  readonly sent: Sent;
};

/** Where a request waits for its answer: one of each user's in each form. */
export type Place = { readonly user: number; readonly form: string };

export function readUnanswered<Sent>({ user, form }: Place): Unanswered<Sent> | undefined {
  return readUnsaved(user, form, (stored) => {
    const { format } = fieldsOf<Unanswered<Sent>>(stored);
    return format === FORMAT ? (stored as Unanswered<Sent>) : undefined;
  });
}

export const newRequest = <Sent>(sent: Sent): Unanswered<Sent> => ({
  underWay: true,
  format: FORMAT,
  key: uuid(),
  sent,
});

type Sending<Answer> = {
  /** An earlier attempt of this request had no answer. */
  readonly again: boolean;
  readonly call: () => Promise<Answer>;
  readonly onRetry?: (error: unknown) => void;
  readonly signal?: AbortSignal | undefined;
  /** Tests bring their own. */
  readonly wait?: (ms: number) => Promise<void>;
};

/** `answerLost`: some attempt of the request, now or before, had no answer. */
type Sent<Answer> = ({ readonly answer: Answer } | { readonly error: unknown }) & {
  readonly answerLost: boolean;
};

/** Stores a request, and then sends it until it is answered or the retries are used up. Throws what `store` throws. */
export async function sendStored<Answer>(
  store: () => void,
  { again, call, ...options }: Sending<Answer>,
): Promise<Sent<Answer>> {
  let answerLost = again;
  const onRetry = (error: unknown) => {
    if (mayHaveActed(error)) answerLost = true;
    options.onRetry?.(error);
  };
  store();
  try {
    const answer = await untilAnswered(call, { ...options, onRetry });
    return { answer, answerLost };
  } catch (error) {
    return { error, answerLost };
  }
}

/**
 * Sends a request, stored before with its key, until an answer says whether it was done; only then it is
 * forgotten. A refusal of the user says nothing about an earlier attempt, whose answer was lost. Throws the last
 * error, and when the browser cannot store the request.
 */
export async function sendOnce<Request, Answer>(
  { user, form }: Place,
  request: Unanswered<Request>,
  sending: Sending<Answer>,
): Promise<Answer> {
  const sent = await sendStored(() => storeBeforeSending(user, form, request), sending);
  const open =
    'error' in sent && (mayHaveActed(sent.error) || (sent.answerLost && refusesUser(sent.error)));
  if (!open) removeUnsaved(user, form);
  if ('error' in sent) throw sent.error;
  return sent.answer;
}
