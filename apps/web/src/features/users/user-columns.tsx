import type { User } from '@balcao/contract/users.ts';
import type { Column } from '../../ui/list-table.tsx';

export const userColumns: readonly Column<User>[] = [
  { header: 'Cargo', cell: ({ admin }) => (admin ? 'Admin' : 'Vendedor'), width: '9rem' },
  { header: 'Nome usuário', cell: ({ name }) => name, opens: true },
  { header: 'Email/login', cell: ({ email }) => email, line: true },
  { header: 'Status', cell: ({ active }) => (active ? 'Ativo' : 'Inativo'), width: '8rem' },
];
