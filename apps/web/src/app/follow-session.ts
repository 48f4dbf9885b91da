import { queryClient } from '../api/query-client.ts';
import { readSession, subscribeSession } from '../api/session.ts';
import { followSignOut } from '../ui/fields/unsaved-input.ts';
import { forgetPapers } from '../ui/paper/print-tab.ts';

/**
 * Asks the guards again when somebody signs in or out, in this tab or another one, and forgets what was
 * fetched for the one before, and the papers that were made; after Sair also what was typed. A renewed access alone changes nothing on the screen.
 */
export function followSession(askGuards: () => void): void {
  followSignOut();
  window.addEventListener('storage', followSignOut);
  let before = who();
  subscribeSession(() => {
    const now = who();
    if (now === before) return;
    before = now;
    queryClient.clear();
    forgetPapers();
    askGuards();
  });
}

function who(): string {
  const user = readSession()?.user;
  return user ? `${user.id} ${user.admin} ${user.password_expired}` : '';
}
