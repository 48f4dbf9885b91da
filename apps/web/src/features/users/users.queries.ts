import type { User } from '@balcao/contract/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { readSession, writeSession } from '../../api/session.ts';
import type { ListSlice } from '../../ui/lists/list-search.ts';

export const USERS_KEY = ['users'] as const;

/** A page of users; the page before stays until it is there. */
export const usersQuery = (slice: ListSlice) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'list', slice],
    queryFn: ({ signal }) => call('listUsers', { query: slice, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Answers the provisional password, which nobody can ask for again. */
export async function createUser(body: Omit<User, 'id'>): Promise<string> {
  return (await call('createUser', { body })).temporary_password;
}

export async function editUser(user: User, body: Omit<User, 'id'>): Promise<void> {
  const edited = await call('editUser', {
    params: { id: user.id },
    body: { id: user.id, ...body },
  });
  const session = readSession();
  // The page greets by the stored name, which is one's own.
  if (session?.user.id === edited.id) {
    writeSession({ ...session, user: { ...session.user, name: edited.name } });
  }
}

export function removeUser({ id }: User): Promise<unknown> {
  return call('deleteUser', { params: { id } });
}

/** Answers the new provisional password. */
export async function resetPassword({ id }: User): Promise<string> {
  return (await call('resetPassword', { params: { id } })).temporary_password;
}
