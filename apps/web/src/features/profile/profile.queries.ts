import type { BodyOf } from '@balcao/contract/endpoint.ts';
import type { Endpoints } from '@balcao/contract/endpoints.ts';
import { call } from '../../api/client.ts';
import { readSession, writeSession } from '../../api/session.ts';

/** Changes the password and updates the stored user: the new password is not provisional. */
export async function changePassword(body: BodyOf<Endpoints['changePassword']>): Promise<void> {
  await call('changePassword', { body });
  // Read after the response: the call may have renewed the access.
  const session = readSession();
  if (!session) return;
  const { password_expired: _expired, ...user } = session.user;
  writeSession({ ...session, user: { ...user, must_change_password: false } });
}
