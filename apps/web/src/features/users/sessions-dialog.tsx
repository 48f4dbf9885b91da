import type { User } from '@balcao/contract/users.ts';
import { Modal } from '@mantine/core';
import { useCode } from '../../api/use-code.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';

/** Where another user is signed in. */
export function SessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
