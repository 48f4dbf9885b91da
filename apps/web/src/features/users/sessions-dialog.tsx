import type { User } from '@balcao/contract/accounts/users.ts';
import { useFocusBack } from '../../ui/fields/focus.ts';
import { Modal } from '../../ui/modal.tsx';
import { SessionList } from '../auth/session-list.tsx';

/** Where another user is signed in. */
export function SessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={`Sessões de ${user.name}`} centered>
      <SessionList userId={user.id} />
    </Modal>
  );
}
