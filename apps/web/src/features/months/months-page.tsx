import type { ListedMonth } from '@balcao/contract/cash-boxes/months.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { whole } from '../../ui/counts.ts';
import { type DataColumn, DataTable } from '../../ui/lists/data-table.tsx';
import { ListFrame, NothingListed } from '../../ui/lists/list-frame.tsx';
import { Screen } from '../../ui/screen.tsx';
import { MonthState, moment, monthTitle } from './month-words.tsx';
import { monthsQuery } from './months.queries.ts';

type MonthRow = ListedMonth & { id: number };

const monthColumns: readonly DataColumn<MonthRow>[] = [
  { header: 'Mês', place: 'title', cell: ({ month }) => monthTitle(month) },
  { header: 'Situação', width: '30rem', cell: (month) => <State month={month} /> },
  {
    header: 'Vendas',
    width: '8rem',
    place: 'amount',
    cell: ({ sales }) => whole(sales),
  },
  { header: 'Líquido', width: '12rem', place: 'amount', cell: ({ total }) => formatReais(total) },
];

/** The months with sales, newest first. */
export function MonthsPage() {
  const navigate = useNavigate();
  const list = useQuery(monthsQuery);
  // A month has no number of its own: 202610.
  const rows = list.data?.map((month) => ({ ...month, id: Number(month.month.replace('-', '')) }));
  return (
    <Screen title="MESES" help="fechar-o-mês" mb="sm">
      <ListFrame
        list={list}
        empty={
          rows?.length === 0 ? (
            <NothingListed title="Nenhuma venda ainda">
              <p>Cada mês com vendas aparece aqui, e pode ser fechado depois que termina.</p>
            </NothingListed>
          ) : undefined
        }
      >
        <DataTable
          columns={monthColumns}
          rows={rows}
          onOpen={({ month }) => void navigate({ to: paths.month, params: { month } })}
        />
      </ListFrame>
    </Screen>
  );
}

function State({ month }: { month: ListedMonth }) {
  const { closing, total } = month;
  return (
    <Group gap="4px 8px">
      <MonthState month={month} />
      {closing && (
        <Text span size="sm" c="dimmed">
          em {moment(closing.at)}, por {closing.by}
        </Text>
      )}
      {closing && closing.total !== total && (
        <Text span size="sm" fw={600} c="var(--warning-text)">
          fechou com {formatReais(closing.total)}
        </Text>
      )}
    </Group>
  );
}
