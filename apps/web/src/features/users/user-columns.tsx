import type { User } from '@balcao/contract/users.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';

export const userColumns: readonly DataColumn<User>[] = [
  { header: 'Cargo', cell: ({ admin }) => (admin ? 'Admin' : 'Vendedor'), width: '9rem' },
  { header: 'Nome usuário', cell: ({ name }) => name, place: 'title' },
  { header: 'Email/login', cell: ({ email }) => email, place: 'line' },
  { header: 'Status', cell: ({ active }) => (active ? 'Ativo' : 'Inativo'), width: '8rem' },
];
