import type { User } from '@balcao/contract/users.ts';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/use-session.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { headingIfFocusIsLost } from '../../ui/fields/focus.ts';
import { ListAndDialog } from '../../ui/lists/list-and-dialog.tsx';
import { useListAddress } from '../../ui/lists/use-list-address.ts';
import { type IssuedPassword, PasswordDialog } from './password-dialog.tsx';
import { userColumns } from './user-columns.tsx';
import { UserFields, userOf } from './user-fields.tsx';
import { resetWords, userWords } from './user-words.ts';
import {
  createUser,
  editUser,
  removeUser,
  resetPassword,
  USERS_KEY,
  usersQuery,
} from './users.queries.ts';

export function UsersPage() {
  const queryClient = useQueryClient();
  const address = useListAddress();
  const me = useSession()?.user.id;
  const [issued, setIssued] = useState<IssuedPassword | null>(null);
  const [resetting, setResetting] = useState<{ user: User; run: () => void } | null>(null);

  const save = async (user: User | null, form: FormData) => {
    const fields = userOf(form);
    if (user) return editUser(user, fields);
    const password = await createUser(fields);
    setIssued({ name: fields.name, login: fields.email, password });
  };
  const reset = async (user: User) => {
    const password = await resetPassword(user);
    setIssued({ name: user.name, login: user.email, password });
  };

  return (
    <>
      <ListAndDialog
        words={userWords}
        list={useQuery(usersQuery(address.slice))}
        address={address}
        columns={userColumns}
        fields={(user, typed, errorAt) => (
          <UserFields user={user} typed={typed} errorAt={errorAt} />
        )}
        save={save}
        remove={removeUser}
        reload={() => queryClient.invalidateQueries({ queryKey: USERS_KEY })}
        actions={(user, run) =>
          // A reset ends the user's sessions: one's own would take its new password along unread.
          user.id !== me && (
            <Button
              variant="subtle"
              px="xs"
              onClick={() =>
                setResetting({ user, run: () => void run(() => reset(user), resetWords) })
              }
            >
              {resetWords.action}
            </Button>
          )
        }
        actionAsks={resetting !== null}
        afterDialog={
          issued && (
            <PasswordDialog
              issued={issued}
              onClose={() => {
                setIssued(null);
                headingIfFocusIsLost();
              }}
            />
          )
        }
      />
      <ConfirmDialog
        opened={resetting !== null}
        onConfirm={resetting?.run}
        onClose={() => setResetting(null)}
      >
        {resetWords.ask}
      </ConfirmDialog>
    </>
  );
}
