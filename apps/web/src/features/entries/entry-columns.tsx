import type { Entry } from '@balcao/contract/sales/entries.ts';
import { recordedDay, recordedTime } from '@balcao/domain/dates/recorded.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { shownSeller } from '@balcao/domain/period-report.ts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { CORRECTION_NAMES } from '../corrections/correction-words.ts';

/** An entry as a row: sales and corrections have numbers of their own. */
export type EntryRow = Entry & { id: number };

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text component="span" display="block" size="xs" c="dimmed">
    {children}
  </Text>
);

export const entryColumns = [
  {
    header: 'Quando',
    width: '10rem',
    cell: ({ at }) => `${recordedDay(at)} ${recordedTime(at)}`,
  },
  {
    header: 'Lançamento',
    place: 'title',
    cell: ({ kind, sale, deleted }) => (
      <>
        {kind === 'sale' ? `Venda nº ${sale}` : CORRECTION_NAMES[kind]}
        {kind !== 'sale' && <Quiet>da venda nº {sale}</Quiet>}
        {deleted && <Quiet>excluída depois do fechamento</Quiet>}
      </>
    ),
  },
  {
    header: 'Pessoa',
    cell: ({ client_name, student_name }) => (
      <>
        {client_name}
        {student_name && <Quiet>{student_name}</Quiet>}
      </>
    ),
  },
  { header: 'Quem fez', cell: ({ seller_name }) => shownSeller(seller_name) },
  {
    header: 'Formas',
    cell: ({ payments }) =>
      payments.map(({ method, amount }) => `${method} ${formatReais(amount)}`).join(' · '),
  },
  {
    header: 'Soma',
    width: '10rem',
    place: 'amount',
    cell: ({ amount, total }) => (
      <>
        {formatReais(amount)}
        {amount !== total && <Quiet>de {formatReais(total)}</Quiet>}
      </>
    ),
  },
] satisfies DataColumn<EntryRow>[];
