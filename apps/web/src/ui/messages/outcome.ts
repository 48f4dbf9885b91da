import type { Problem } from '@balcao/contract/problem.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';

/**
 * The message after a change and how long it shows. `reason` says in the server's words why it failed;
 * `problem` is the whole refusal.
 */
export type Outcome = {
  tone: 'success' | 'error';
  message: string;
  reason?: string | undefined;
  ms: number;
  problem?: Problem | undefined;
};

/** The messages for a change that succeeded and for one that failed. */
export type ChangeWords = {
  done: string;
  failed: string;
  /** In place of `failed`, for refusals that the user has to understand. */
  refused?: Partial<Record<RefusalCode, string>>;
  doneMs?: number;
};

/**
 * The specification states the times twice. Its dialogs close 3 s after an edited product and 5 s after
 * a new one, and after "3 to 5 s" for users and payment methods; its notices show for 5 s on success
 * and 3 s on errors, deletions and passwords. Both hold with 5 s for a new row or an edited payment
 * method, and 3 s for everything else.
 */
export const CREATED_MS = 5_000;
const NOTICE_MS = 3_000;

/** The server has understood the change and refused it: a clash, a rule, too many attempts. */
const EXPLAINED = [409, 422, 429];

/** Makes a change and returns the message about it. An error is logged too; it never rejects. */
export async function outcomeOf(
  change: () => Promise<unknown>,
  words: ChangeWords,
): Promise<Outcome> {
  try {
    await change();
    return { tone: 'success', message: words.done, ms: words.doneMs ?? NOTICE_MS };
  } catch (error) {
    console.error(words.failed, error);
    const problem = problemOf(error);
    const message = words.refused?.[problem?.code as RefusalCode];
    if (message) return { tone: 'error', message, ms: CREATED_MS, problem };
    const reason = EXPLAINED.includes(problem?.status ?? 0) ? problem?.detail : undefined;
    return { tone: 'error', message: words.failed, reason, ms: NOTICE_MS, problem };
  }
}

/** The refusal that an error brings; undefined when no response came. */
const problemOf = (error: unknown) =>
  error instanceof Error && 'problem' in error ? (error.problem as Problem) : undefined;

/** Why the server refused a form, in the user's words, and the field at fault if there is one. */
export type Refusal = { code: string; field: string | undefined; reason: string };

/** A field is named by its path, as the same one may be twice in a form. */
export function refusalOf(
  problem: Problem | undefined,
  form: FormData | undefined,
): Refusal | undefined {
  if (!problem) return undefined;
  const { code, detail } = problem;
  const field = form && problem.field?.replace(/^body\//, '').replaceAll('/', '.');
  if (code !== 'invalid_request' || !field) return { code, field, reason: detail };
  const empty = `${form.get(field) ?? ''}`.trim() === '';
  return { code, field, reason: empty ? 'Preencha este campo.' : 'Este valor não é aceito.' };
}
