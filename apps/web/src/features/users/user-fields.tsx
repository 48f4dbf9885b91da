import type { User } from '@balcao/contract/users.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { FieldsProps } from '../../ui/lists/list-and-dialog.tsx';

const ROLES = [
  { value: 'admin', label: 'Administrador' },
  { value: 'seller', label: 'Vendedor' },
];

export function UserFields({ row, unsaved, textField }: FieldsProps<User>) {
  return (
    <>
      <NativeSelect
        label="Cargo"
        name="role"
        data={ROLES}
        defaultValue={unsaved?.role ?? (row?.admin ? 'admin' : 'seller')}
        data-autofocus
      />
      <TextInput {...textField('name')} label="Nome do usuário" maxLength={120} />
      <TextInput
        {...textField('email')}
        label="E-mail/login"
        maxLength={200}
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
