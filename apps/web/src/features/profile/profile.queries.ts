import type { BodyOf } from '@balcao/contract/endpoint.ts';
import type { Endpoints } from '@balcao/contract/endpoints.ts';
import { call } from '../../api/client.ts';
import { readSession, writeSession } from '../../api/session.ts';

/** Changes the password; one that was provisional is not any more, which the stored record says too. */
export async function changePassword(body: BodyOf<Endpoints['changePassword']>): Promise<void> {
  await call('changePassword', { body });
  // Read after the answer: the access may have been renewed on the way.
  const session = readSession();
  if (!session) return;
  const { password_expired: _expired, ...user } = session.user;
  writeSession({ ...session, user: { ...user, must_change_password: false } });
}
