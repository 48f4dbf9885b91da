import type { User } from '@balcao/contract/users.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Typed } from '../../ui/dialogs/use-edit-dialog.ts';

const ROLES = [
  { value: 'admin', label: 'Administrador' },
  { value: 'seller', label: 'Vendedor' },
];

type Props = {
  user: User | null;
  typed: Typed | undefined;
  errorAt: (field: string) => string | undefined;
};

/** What is known about a user; a password is not among it. */
export function UserFields({ user, typed, errorAt }: Props) {
  return (
    <>
      <NativeSelect
        label="Cargo"
        name="role"
        data={ROLES}
        defaultValue={typed?.role ?? (user?.admin ? 'admin' : 'seller')}
        data-autofocus
      />
      <TextInput
        label="Nome do usuário"
        name="name"
        error={errorAt('name')}
        defaultValue={typed?.name ?? user?.name}
        maxLength={120}
        autoComplete="off"
      />
      <TextInput
        label="E-mail/login"
        name="email"
        error={errorAt('email')}
        defaultValue={typed?.email ?? user?.email}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Checkbox
        label="Ativo"
        name="active"
        defaultChecked={typed ? 'active' in typed : (user?.active ?? true)}
        mt={4}
      />
    </>
  );
}

/** The form as it was filled in, in the contract's types. */
export function userOf(form: FormData): Omit<User, 'id'> {
  return {
    name: String(form.get('name')),
    email: String(form.get('email')),
    active: form.has('active'),
    admin: form.get('role') === 'admin',
  };
}
