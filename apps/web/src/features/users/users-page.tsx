import type { User } from '@balcao/contract/accounts/users.ts';
import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { headingIfFocusIsLost } from '../../ui/fields/focus.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import {
  type FieldsProps,
  ListAndDialog,
  type ListWords,
} from '../../ui/lists/list-and-dialog.tsx';
import { type ChangeWords, CREATED_MS } from '../../ui/messages/outcome.ts';
import { SessionsDialog } from '../auth/session-list.tsx';
import { type IssuedPassword, PasswordDialog } from './password-dialog.tsx';
import {
  createUser,
  editUser,
  listUsers,
  removeUser,
  resetPassword,
  USERS_KEY,
} from './users.queries.ts';

const askToDelete = 'Tem certeza que deseja excluir o usuário?';

const words: ListWords = {
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

const columns: readonly DataColumn<User>[] = [
  { header: 'Cargo', cell: ({ admin }) => (admin ? 'Admin' : 'Vendedor'), width: '9rem' },
  { header: 'Nome usuário', cell: ({ name }) => name, place: 'title' },
  { header: 'Email/login', cell: ({ email }) => email, place: 'line' },
  { header: 'Status', cell: ({ active }) => (active ? 'Ativo' : 'Inativo'), width: '8rem' },
];

export function UsersPage() {
  const me = useSession()?.user.id;
  const [issued, setIssued] = useState<IssuedPassword | null>(null);
  const [watched, setWatched] = useState<User | null>(null);
  const [resetting, setResetting] = useState<{ run: () => void } | null>(null);

  const save = async (user: User | null, form: FormData) => {
    const fields = userOf(form);
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
        words={words}
        queryKey={USERS_KEY}
        read={listUsers}
        save={save}
        remove={removeUser}
        columns={columns}
        fields={UserFields}
        rowActions={(user) =>
          // One's own are in Perfil.
          user.id !== me && (
            <ActionIcon
              variant="subtle"
              aria-label={`Sessões de ${user.name}`}
              onClick={() => setWatched(user)}
            >
              <IconDevices size={18} aria-hidden />
            </ActionIcon>
          )
        }
        actions={(user, act) =>
          // A reset ends the user's sessions; resetting one's own would hide the new password.
          user.id !== me && (
            <Button
              variant="subtle"
              px="xs"
              onClick={() => setResetting({ run: () => act(() => reset(user), resetWords) })}
            >
              {resetWords.action}
            </Button>
          )
        }
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

const roleOf = ({ admin }: User) => (admin ? 'admin' : 'seller');

function UserFields({ row, unsaved, textField }: FieldsProps<User>) {
  return (
    <>
      <NativeSelect
        label="Cargo"
        name="role"
        data={ROLES}
        defaultValue={row ? roleOf(row) : (unsaved?.role ?? 'seller')}
        data-autofocus
      />
      <TextInput {...textField('name')} label="Nome do usuário" maxLength={MAX_LENGTH.userName} />
      <TextInput
        {...textField('email')}
        label="E-mail/login"
        maxLength={MAX_LENGTH.login}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Checkbox
        label="Ativo"
        name="active"
        defaultChecked={row ? row.active : !unsaved || 'active' in unsaved}
        mt={4}
      />
    </>
  );
}

/** The form in the contract's types. */
function userOf(form: FormData): Omit<User, 'id'> {
  return {
    name: String(form.get('name')),
    email: String(form.get('email')),
    active: form.has('active'),
    admin: form.get('role') === 'admin',
  };
}
