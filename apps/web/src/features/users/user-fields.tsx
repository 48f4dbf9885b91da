import type { User } from '@balcao/contract/users.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { FieldsProps } from '../../ui/lists/list-and-dialog.tsx';

const ROLES = [
  { value: 'admin', label: 'Administrador' },
  { value: 'seller', label: 'Vendedor' },
];

export function UserFields({ row, unsaved, errorAt }: FieldsProps<User>) {
  return (
    <>
      <NativeSelect
        label="Cargo"
        name="role"
        data={ROLES}
        defaultValue={unsaved?.role ?? (row?.admin ? 'admin' : 'seller')}
        data-autofocus
      />
      <TextInput
        label="Nome do usuário"
        name="name"
        error={errorAt('name')}
        defaultValue={unsaved?.name ?? row?.name}
        maxLength={120}
        autoComplete="off"
      />
      <TextInput
        label="E-mail/login"
        name="email"
        error={errorAt('email')}
        defaultValue={unsaved?.email ?? row?.email}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Checkbox
        label="Ativo"
        name="active"
        defaultChecked={unsaved ? 'active' in unsaved : (row?.active ?? true)}
        mt={4}
      />
    </>
  );
}

/** The form in the contract's types. */
export function userOf(form: FormData): Omit<User, 'id'> {
  return {
    name: String(form.get('name')),
    email: String(form.get('email')),
    active: form.has('active'),
    admin: form.get('role') === 'admin',
  };
}
