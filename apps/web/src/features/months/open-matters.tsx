import type { OpenMatter } from '@balcao/contract/cash-boxes/months.ts';
import { pixStates } from '@balcao/domain/bank/pix-states.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { daysOfMonth, type Month, matterInWords } from '@balcao/domain/month/month.ts';
import { Anchor, Box, Button, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { paths } from '../../navigation/paths.ts';
import { type DataColumn, DataTable } from '../../ui/lists/data-table.tsx';
import { useCloseAgain } from '../closings/use-close-again.tsx';
import { day } from './month-words.tsx';
import { MONTHS_KEY } from './months.queries.ts';

type MatterRow = OpenMatter & { id: number };

type Props = { month: Month; matters: readonly OpenMatter[] };

/** What should be settled before the month is closed, each with where that is done. */
export function OpenMatters({ month, matters }: Props) {
  const headingId = useId();
  const closing = useCloseAgain(MONTHS_KEY);
  const rows = matters.map((matter, index): MatterRow => ({ ...matter, id: index + 1 }));

  const columns: readonly DataColumn<MatterRow>[] = [
    { header: 'Dia', width: '8rem', cell: (row) => (row.day ? day(row.day) : 'No mês') },
    { header: 'O quê', place: 'title', cell: matterInWords },
    {
      header: 'De quem',
      width: '16rem',
      cell: ({ seller_name, box }) => seller_name + (box === null ? '' : `, caixa nº ${box}`),
    },
    {
      header: 'Valor',
      width: '10rem',
      place: 'amount',
      cell: ({ amount }) => amount !== null && formatReais(amount),
    },
    {
      header: 'Resolver',
      width: '12rem',
      place: 'line',
      hideHeader: true,
      cell: (row) => <Settle {...{ month, row, closing }} />,
    },
  ];

  return (
    <Box component="section" aria-labelledby={headingId}>
      <Title order={2} size="h5" id={headingId} mb={8}>
        Em aberto
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">Nada: todos os dias e caixas deste mês estão fechados e conferem.</Text>
      ) : (
        <Paper withBorder style={{ overflow: 'hidden' }}>
          <DataTable labelledBy={headingId} columns={columns} rows={rows} />
        </Paper>
      )}
      {closing.dialogs}
    </Box>
  );
}

type SettleProps = { month: Month; row: MatterRow; closing: ReturnType<typeof useCloseAgain> };

function Settle({ month, row, closing }: SettleProps) {
  const { id, day: date, seller, seller_name, kind } = row;
  if (kind === 'day_not_closed' && date !== null && seller !== null) {
    const asked = { id, date, seller_id: seller };
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Fechar o dia ${day(date)} de ${seller_name}`}
        loading={closing.isRunning(asked)}
        onClick={() => closing.run(asked)}
      >
        Fechar o dia
      </Button>
    );
  }
  const { from, to } = daysOfMonth(month);
  const days = { startDate: date ?? from, endDate: date ?? to };
  const { place, link } = whereSettled(kind, days);
  const what = [matterInWords(row), date && day(date), seller_name].filter(Boolean).join(', ');
  return (
    <Anchor
      renderRoot={(props) => <Link {...props} {...link} />}
      size="sm"
      aria-label={`Resolver em ${place}: ${what}`}
    >
      Resolver
    </Anchor>
  );
}

function whereSettled(kind: OpenMatter['kind'], days: { startDate: string; endDate: string }) {
  const [part] = kind.split('_');
  const of = part === 'cards' || part === 'returns' ? part : undefined;
  const state =
    part === 'cards' ? 'differs' : pixStates.find((known) => kind.endsWith(`_${known}`));
  return of || state
    ? { place: 'Conferência', link: { to: paths.bank, search: { ...days, of, state } } }
    : { place: 'Ger. Fechamentos', link: { to: paths.closings, search: days } };
}
