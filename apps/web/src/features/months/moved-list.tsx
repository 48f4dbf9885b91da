import type { Moved, ShownMonth } from '@balcao/contract/cash-boxes/months.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Box, Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { type DataColumn, DataTable } from '../../ui/lists/data-table.tsx';
import { MOVED, moment, monthTitle } from './month-words.tsx';

type Row = Moved & { id: number };

/** What happened after the closing, and what the month sums to now. */
export function MovedList({ month, closedWith }: { month: ShownMonth; closedWith: number }) {
  const headingId = useId();
  const rows = month.moved.map((moved, index): Row => ({ ...moved, id: index + 1 }));
  const columns: readonly DataColumn<Row>[] = [
    { header: 'Quando', width: '11rem', cell: ({ at }) => moment(at) },
    {
      header: 'O que mudou',
      place: 'title',
      cell: (row) => (
        <>
          {MOVED[row.kind](row.number)}
          {row.month !== month.month && (
            <Text span display="block" fz="xs" c="dimmed">
              conta em {monthTitle(row.month).toLowerCase()}
            </Text>
          )}
        </>
      ),
    },
    {
      header: 'Quem',
      width: '15rem',
      cell: ({ by, approved_by }) =>
        approved_by && approved_by !== by ? `${by}, autorizado por ${approved_by}` : by,
    },
    { header: 'Motivo', cell: ({ reason }) => reason ?? '' },
    { header: 'Quanto', width: '13rem', place: 'amount', cell: (row) => formatReais(row.amount) },
  ];
  return (
    <Box component="section" aria-labelledby={headingId}>
      <Title order={2} size="h5" id={headingId} mb={8}>
        O que mudou desde o fechamento
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">Nada mudou. O mês soma o que está no papel.</Text>
      ) : (
        <>
          <Text mb={8}>
            Fechou com <b className="money">{formatReais(closedWith)}</b>; hoje soma{' '}
            <b className="money">{formatReais(month.total)}</b>.
          </Text>
          <Paper withBorder style={{ overflow: 'hidden' }}>
            <DataTable labelledBy={headingId} columns={columns} rows={rows} />
          </Paper>
        </>
      )}
    </Box>
  );
}
