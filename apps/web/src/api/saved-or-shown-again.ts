import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';
import { refusalCode } from './errors.ts';

/**
 * Saves what a form changed, and stores the answer as the query that the form shows. When somebody else has changed the
 * same meanwhile, the form shows it as it is now below what is typed, and the refusal is thrown.
 */
export async function savedOrShownAgain<Shown>(
  queries: QueryClient,
  queryKey: QueryKey,
  save: () => Promise<Updater<Shown | undefined, Shown | undefined>>,
): Promise<void> {
  try {
    queries.setQueryData<Shown>(queryKey, await save());
  } catch (error) {
    if (refusalCode(error) === 'changed_meanwhile') await queries.invalidateQueries({ queryKey });
    throw error;
  }
}
