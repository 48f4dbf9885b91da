import { queryClient } from '../api/query-client.ts';
import { readSession, subscribeSession } from '../api/session.ts';
import { followSignOut } from '../storage/unsaved-input.ts';
import { forgetPapers } from '../ui/paper/stored-papers.ts';

/**
 * Runs the guards when the user signs out or another signs in, in any tab. Drops the previous
 * user's fetched data and papers, and after a sign-out the unsaved input. Renewed access changes nothing.
 */
export function followSession(runGuards: () => void): void {
  followSignOut();
  window.addEventListener('storage', followSignOut);
  let before = currentUser();
  subscribeSession(() => {
    const now = currentUser();
    if (now === before) return;
    before = now;
    queryClient.clear();
    forgetPapers();
    runGuards();
  });
}

function currentUser(): string {
  const user = readSession()?.user;
  return user
    ? `${user.id} ${user.admin} ${user.password_expired} ${user.second_factor_missing}`
    : '';
}
