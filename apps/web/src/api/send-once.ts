import { fieldsOf } from '../storage/stored-json.ts';
import { readUnsaved, removeUnsaved, storeBeforeSending } from '../storage/unsaved-input.ts';
import { ApiRefusal, mayHaveActed, refusesUser } from './errors.ts';
import { untilAnswered } from './retries.ts';
import { uuid } from './uuid.ts';

/** A request whose outcome is not known, as it is stored. `underWay`: a sign-out keeps it. */
export type Unanswered<Sent> = {
  readonly underWay: true;
  readonly key: string;
  readonly sent: Sent;
};

/** Where a request waits for its answer: one of each user's in each form. */
export type Place = { readonly user: number; readonly form: string };

export function readUnanswered<Sent>(
  { user, form }: Place,
  asSent: (stored: unknown) => Sent | undefined,
): Unanswered<Sent> | undefined {
  return readUnsaved(user, form, (stored) => {
    const { key, sent } = fieldsOf<Unanswered<unknown>>(stored);
    const known = asSent(sent);
    return typeof key === 'string' && known !== undefined
      ? { underWay: true, key, sent: known }
      : undefined;
  });
}

export const newRequest = <Sent>(sent: Sent): Unanswered<Sent> => ({
  underWay: true,
  key: uuid(),
  sent,
});

type Sending<Answer> = {
  /** An earlier attempt of this request had no answer. */
  readonly again: boolean;
  readonly call: () => Promise<Answer>;
  readonly signal?: AbortSignal | undefined;
  /** Tests bring their own. */
  readonly wait?: (ms: number) => Promise<void>;
};

/**
 * Sends a request, stored before with its key, until an answer says whether it was done; only then it is
 * forgotten. A refusal of the user says nothing about an earlier attempt, whose answer was lost. Throws the last
 * error, and when the browser cannot store the request.
 */
export async function sendOnce<Sent, Answer>(
  { user, form }: Place,
  request: Unanswered<Sent>,
  { again, call, ...options }: Sending<Answer>,
): Promise<Answer> {
  let answerLost = again;
  const onRetry = (error: unknown) => {
    if (mayHaveActed(error)) answerLost = true;
  };
  storeBeforeSending(user, form, request);
  try {
    const answer = await untilAnswered(call, { ...options, onRetry });
    removeUnsaved(user, form);
    return answer;
  } catch (error) {
    const open = mayHaveActed(error) || (answerLost && refusesUser(error));
    if (!open) removeUnsaved(user, form);
    throw error;
  }
}

/** What is said of a request that failed. */
export type FailureWords = {
  /** Nobody knows whether it was done. */
  readonly lost: string;
  /** It was not done, and the server gave no reason. */
  readonly failed: string;
};

export function failureText(error: Error, { lost, failed }: FailureWords): string {
  if (mayHaveActed(error)) return lost;
  return error instanceof ApiRefusal ? error.problem.detail : failed;
}
