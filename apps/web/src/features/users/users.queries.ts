import type { User } from '@balcao/contract/accounts/users.ts';
import { call } from '../../api/call.ts';
import { readSession, writeSession } from '../../api/session.ts';
import { shownRow } from '../../api/shown-row.ts';
import type { ListSlice } from '../../ui/lists/filter.ts';

export const USERS_KEY = ['users'] as const;

export const listUsers = (query: ListSlice, signal: AbortSignal) =>
  call('listUsers', { query, signal });

/** Returns the provisional password, which no other call returns; '' from a server that makes none. */
export async function createUser(body: Omit<User, 'id'>): Promise<string> {
  return (await call('createUser', { body })).temporary_password;
}

export async function editUser(user: User, body: Omit<User, 'id'>): Promise<void> {
  const edited = await call('editUser', {
    params: { id: user.id },
    headers: shownRow(user),
    body: { id: user.id, ...body },
  });
  const session = readSession();
  // The page greets the signed-in user by the stored name.
  if (session?.user.id === edited.id) {
    writeSession({ ...session, user: { ...session.user, name: edited.name } });
  }
}

export function removeUser({ id }: User): Promise<unknown> {
  return call('deleteUser', { params: { id } });
}

/** Returns the new provisional password. */
export async function resetPassword({ id }: User): Promise<string> {
  return (await call('resetPassword', { params: { id } })).temporary_password;
}
