import type { User } from '@balcao/contract/accounts/users.ts';
import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { readSession, useSession, writeSession } from '../../api/session.ts';
import { shownRow } from '../../api/shown-row.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import type { FieldsProps } from '../../ui/dialogs/edit-form.ts';
import { headingIfFocusIsLost } from '../../ui/fields/focus.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import type { ListSlice } from '../../ui/lists/filter.ts';
import { ListAndDialog, type ListWords } from '../../ui/lists/list-and-dialog.tsx';
import { type ChangeWords, CREATED_MS } from '../../ui/messages/outcome.ts';
import { SessionsDialog } from '../auth/session-list.tsx';
import { type IssuedPassword, PasswordDialog } from './password-dialog.tsx';

const askToDelete = 'Tem certeza que deseja excluir o usuário?';

const userWords: ListWords = {
  title: 'GERENCIAR USUÁRIOS',
  help: 'cadastrar-usuários',
  search: 'Buscar usuário',
  add: '+ Adicionar usuário',
  empty: 'Nenhum usuário cadastrado',
  newTitle: 'Novo Usuário',
  editTitle: 'Editar Usuário',
  notRestored: 'Cargo e Ativo são os de agora.',
  create: {
    done: 'Usuário criado com sucesso!',
    // The specification has "o produto".
    failed: 'Erro ao criar o produto.',
    doneMs: CREATED_MS,
  },
  edit: {
    done: 'Usuário Editado com sucesso!',
    failed: 'Erro ao editar o usuário.',
  },
  remove: {
    askInList: askToDelete,
    askInDialog: askToDelete,
    done: 'Usuário excluído com sucesso!',
    failed: 'Erro ao excluir o usuário.',
  },
};

const resetWords: ChangeWords & { action: string; ask: string } = {
  action: 'Redefinir senha',
  ask: 'Tem certeza que deseja redefinir a senha do usuário? A senha atual deixa de valer.',
  done: 'Senha redefinida com sucesso!',
  failed: 'Erro ao redefinir a senha.',
};

const userColumns: readonly DataColumn<User>[] = [
  { header: 'Cargo', cell: ({ admin }) => (admin ? 'Admin' : 'Vendedor'), width: '9rem' },
  { header: 'Nome usuário', cell: ({ name }) => name, place: 'title' },
  { header: 'Email/login', cell: ({ email }) => email, place: 'line' },
  { header: 'Status', cell: ({ active }) => (active ? 'Ativo' : 'Inativo'), width: '8rem' },
];

const USERS_KEY = ['users'] as const;

const listUsers = (query: ListSlice, signal: AbortSignal) => call('listUsers', { query, signal });

/** Returns the provisional password, which no other call returns; '' from a server that makes none. */
async function createUser(body: Omit<User, 'id'>): Promise<string> {
  return (await call('createUser', { body })).temporary_password;
}

async function editUser(user: User, body: Omit<User, 'id'>): Promise<void> {
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

function removeUser({ id }: User): Promise<unknown> {
  return call('deleteUser', { params: { id } });
}

/** Returns the new provisional password. */
async function resetPassword({ id }: User): Promise<string> {
  return (await call('resetPassword', { params: { id } })).temporary_password;
}

export function UsersPage() {
  const me = useSession()?.user.id;
  const [issued, setIssued] = useState<IssuedPassword | null>(null);
  const [watched, setWatched] = useState<User | null>(null);
  const [resetting, setResetting] = useState<{ run: () => void } | null>(null);

  const save = async (user: User | null, fields: Input) => {
    if (user) return editUser(user, fields);
    const password = await createUser(fields);
    if (password) setIssued({ name: fields.name, login: fields.email, password });
  };
  const reset = async (user: User) => {
    const password = await resetPassword(user);
    setIssued({ name: user.name, login: user.email, password });
  };

  return (
    <>
      <ListAndDialog
        words={userWords}
        queryKey={USERS_KEY}
        read={listUsers}
        remove={removeUser}
        columns={userColumns}
        form={{
          inputOf,
          notRestored: ['admin', 'active'],
          save,
          fields: UserFields,
          actions: (user, act) =>
            // A reset ends the user's sessions; resetting one's own would hide the new password. One's own
            // sessions are in Perfil.
            user.id !== me && (
              <>
                <Button
                  variant="subtle"
                  px="xs"
                  onClick={() => setResetting({ run: () => act(() => reset(user), resetWords) })}
                >
                  {resetWords.action}
                </Button>
                <Button variant="subtle" px="xs" onClick={() => setWatched(user)}>
                  Sessões
                </Button>
              </>
            ),
        }}
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
      {watched && <SessionsDialog user={watched} onClose={() => setWatched(null)} />}
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

const ROLES = [
  { value: 'admin', label: 'Administrador' },
  { value: 'seller', label: 'Vendedor' },
];

type Input = Omit<User, 'id'>;

const inputOf = (user: User | null): Input => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  active: user?.active ?? true,
  admin: user?.admin ?? false,
});

function UserFields({ fields }: FieldsProps<Input>) {
  return (
    <>
      <NativeSelect
        label="Cargo"
        data={ROLES}
        value={fields.values.admin ? 'admin' : 'seller'}
        onChange={(event) => fields.change({ admin: event.currentTarget.value === 'admin' })}
        data-autofocus
      />
      <TextInput {...fields.text('name')} label="Nome do usuário" maxLength={MAX_LENGTH.userName} />
      <TextInput
        {...fields.text('email')}
        label="E-mail/login"
        maxLength={MAX_LENGTH.login}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Checkbox {...fields.checkbox('active')} label="Ativo" mt={4} />
    </>
  );
}
