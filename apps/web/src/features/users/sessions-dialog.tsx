import type { User } from '@balcao/contract/users.ts';
import { useCode } from '../../api/use-code.ts';
import { useFocusBack } from '../../ui/fields/focus.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Modal } from '../../ui/modal.tsx';

/** Where another user is signed in. */
export function SessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  useFocusBack();
  const code = useCode('session-list', () => import('../auth/session-list.tsx'));
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Sessões de ${user.name}`}
      centered
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } }}
    >
      <LoadNotice query={code} failed="As sessões não puderam ser carregadas." />
      {code.data && <code.data.SessionList userId={user.id} />}
    </Modal>
  );
}
