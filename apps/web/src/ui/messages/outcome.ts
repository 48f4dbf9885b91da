import type { Problem } from '@balcao/contract/refusal.ts';

/** What is said after a change, and for how long; and why the server refused it, if it did. */
export type Outcome = {
  tone: 'success' | 'error';
  message: string;
  ms: number;
  problem?: Problem | undefined;
};

/** The words for a change that was made, and for one that was not. */
export type Said = { done: string; failed: string; doneMs: number };

/**
 * The specification names the times twice. Its dialogs close 3 s after an edited product and 5 s after
 * a new one, and after "3 to 5 s" for users and payment methods; its notices show for 5 s on success
 * and 3 s on errors, deletions and passwords. Both hold with 5 s when something new was made or a payment
 * method edited. An edited product has its 3 s by name, an edited user "about 3 s"; the rest has 3 s.
 */
export const CREATED_MS = 5_000;
export const NOTICE_MS = 3_000;

/** Makes a change and answers what to say about it. What went wrong goes to the console too. */
export async function outcomeOf(change: () => Promise<unknown>, said: Said): Promise<Outcome> {
  try {
    await change();
    return { tone: 'success', message: said.done, ms: said.doneMs };
  } catch (error) {
    console.error(said.failed, error);
    const problem = error instanceof Error && 'problem' in error ? error.problem : undefined;
    return { tone: 'error', message: said.failed, ms: NOTICE_MS, problem: problem as Problem };
  }
}

/** Why a form was refused, in words for whoever filled it in, and at which of its fields. */
export function reasonOf(
  problem: Problem | undefined,
  filled: FormData | null,
): { field: string | undefined; reason: string } | undefined {
  if (!problem) return undefined;
  const field = problem.field?.split('/').at(-1);
  if (problem.code !== 'invalid_request' || !field) return { field, reason: problem.detail };
  const empty = `${filled?.get(field) ?? ''}`.trim() === '';
  return { field, reason: empty ? 'Preencha este campo.' : 'Este valor não é aceito.' };
}
