import type { User } from '@balcao/contract/users.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';

const ROLES = [
  { value: 'admin', label: 'Administrador' },
  { value: 'seller', label: 'Vendedor' },
];

/** What is known about a user; a password is not among it. */
export function UserFields({ user }: { user: User | null }) {
  return (
    <>
      <NativeSelect
        label="Cargo"
        name="role"
        data={ROLES}
        defaultValue={user?.admin ? 'admin' : 'seller'}
        data-autofocus
      />
      <TextInput
        label="Nome do usuário"
        name="name"
        defaultValue={user?.name}
        maxLength={120}
        autoComplete="off"
      />
      <TextInput
        label="E-mail/login"
        name="email"
        defaultValue={user?.email}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Checkbox label="Ativo" name="active" defaultChecked={user?.active ?? true} mt={4} />
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
