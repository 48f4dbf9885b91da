import type { Moved, ShownMonth } from '@balcao/contract/cash-boxes/months.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Box, Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { type DataColumn, DataTable } from '../../ui/lists/data-table.tsx';
import { day, MOVED, moment, monthTitle } from './month-words.tsx';

type MovedRow = Moved & { id: number };
type Unexplained = ShownMonth['unexplained'][number] & { id: number };

/** What happened after the closing, and what the month sums to now. */
export function MovedList({ month, closedWith }: { month: ShownMonth; closedWith: number }) {
  const headingId = useId();
  const rows = month.moved.map((moved, index): MovedRow => ({ ...moved, id: index + 1 }));
  // Another version of the server does not say it.
  const unexplained = (month.unexplained ?? []).map((of, index) => ({ ...of, id: index + 1 }));
  const columns: readonly DataColumn<MovedRow>[] = [
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
    {
      header: 'Motivo',
      cell: ({ kind, reason }) =>
        reason ?? (kind === 'sale' ? 'Nenhum: o fechamento não a conhecia' : ''),
    },
    { header: 'Quanto', width: '13rem', place: 'amount', cell: (row) => formatReais(row.amount) },
  ];
  return (
    <Box component="section" aria-labelledby={headingId}>
      <Title order={2} size="h5" id={headingId} mb={8}>
        O que mudou desde o fechamento
      </Title>
      {rows.length === 0 && unexplained.length === 0 ? (
        <Text c="dimmed">Nada mudou. O mês soma o que está no papel.</Text>
      ) : (
        <>
          <Text mb={8}>
            Fechou com <b className="money">{formatReais(closedWith)}</b>; hoje soma{' '}
            <b className="money">{formatReais(month.total)}</b>.
          </Text>
          {rows.length > 0 && (
            <Paper withBorder style={{ overflow: 'hidden' }}>
              <DataTable labelledBy={headingId} columns={columns} rows={rows} />
            </Paper>
          )}
          {unexplained.length > 0 && <UnexplainedList rows={unexplained} />}
        </>
      )}
    </Box>
  );
}

/** By how much the month differs from its closing without anything that says why. */
function UnexplainedList({ rows }: { rows: readonly Unexplained[] }) {
  const headingId = useId();
  return (
    <Box mt="md">
      <Title order={3} size="h6" id={headingId} c="var(--warning-text)">
        Diferença sem motivo na lista
      </Title>
      <Text mb={8}>
        A soma destes dias não é a que foi fechada, e nada acima diz por quê. Chame o suporte.
      </Text>
      <Paper withBorder style={{ overflow: 'hidden' }}>
        <DataTable labelledBy={headingId} columns={UNEXPLAINED} rows={rows} />
      </Paper>
    </Box>
  );
}

const UNEXPLAINED: readonly DataColumn<Unexplained>[] = [
  { header: 'Dia', width: '11rem', cell: (row) => day(row.day) },
  { header: 'Forma', place: 'title', cell: ({ method }) => method },
  { header: 'Quanto', width: '13rem', place: 'amount', cell: (row) => formatReais(row.amount) },
];
