import type { ShownMonth } from '@balcao/contract/cash-boxes/months.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { daysOfMonth, isMonth, type Month } from '@balcao/domain/month/month.ts';
import { Anchor, Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { refusalCode } from '../../api/errors.ts';
import { entriesLink } from '../../navigation/entries-link.ts';
import { paths } from '../../navigation/paths.ts';
import { counted } from '../../ui/counts.ts';
import { ListFrame, NothingListed } from '../../ui/lists/list-frame.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CloseMonth, ReopenMonth } from './close-month.tsx';
import { MonthState, monthTitle } from './month-words.tsx';
import { monthQuery } from './months.queries.ts';
import { MovedList } from './moved-list.tsx';
import { OpenMatters } from './open-matters.tsx';
import { Versions } from './versions.tsx';

/** A month: what is open, its closings, and what moved since. */
export function MonthPage() {
  const { month } = useParams({ strict: false }) as { month: Month };
  const query = useQuery(monthQuery(month));
  const missing = !isMonth(month) || refusalCode(query.error) === 'not_found';
  return (
    <Screen
      title={monthTitle(month).toUpperCase()}
      back={{ to: paths.months, label: 'Todos os meses' }}
      help="fechar-o-mês"
      about="Fechar o mês"
    >
      {query.data && <Content month={query.data} />}
      {query.isPending && <Waiting />}
      {!query.data && query.error && (
        <Box mt="sm">
          <ListFrame
            list={{ ...query, error: missing ? null : query.error }}
            failed="O mês não pôde ser carregado"
            empty={
              <NothingListed title="Nada foi vendido neste mês">
                <p>Veja em Todos os meses os que têm vendas.</p>
              </NothingListed>
            }
          >
            {null}
          </ListFrame>
        </Box>
      )}
    </Screen>
  );
}

function Content({ month }: { month: ShownMonth }) {
  const { ended, closing, versions } = month;
  return (
    <Stack gap="xl" mt="sm">
      <Group justify="space-between" align="end" gap="md">
        <Sums month={month} />
        {ended &&
          (closing ? <ReopenMonth month={month} id={closing.id} /> : <CloseMonth month={month} />)}
      </Group>
      {!ended && (
        <Text c="dimmed">
          Este mês ainda não terminou. Só um mês que terminou pode ser fechado.
        </Text>
      )}
      {!closing && <OpenMatters month={month.month as Month} matters={month.open} />}
      {closing && <MovedList month={month} closedWith={closing.total} />}
      {versions.length > 0 && <Versions month={month} />}
    </Stack>
  );
}

/** The shape of what comes: its sums, and a table. */
const Waiting = () => (
  <Stack gap="xs" mt="sm" aria-hidden>
    <Skeleton height={18} width={140} />
    <Skeleton height={36} width={220} />
    <Skeleton height={16} width={260} />
    <Skeleton height={200} mt="lg" />
  </Stack>
);

function Sums({ month }: { month: ShownMonth }) {
  const { from, to } = daysOfMonth(month.month as Month);
  return (
    <div>
      <Group gap="xs">
        <MonthState month={month} />
        <Text span size="sm" c="dimmed">
          {counted(month.sales, 'venda', 'vendas')}
        </Text>
      </Group>
      <Anchor
        renderRoot={(props) => (
          <Link {...props} {...entriesLink({ startDate: from, endDate: to })} />
        )}
        className="money"
        fz={32}
        fw={650}
        lh={1.2}
        c="inherit"
        title="Ver os lançamentos que somam isto"
      >
        {formatReais(month.total)}
      </Anchor>
      <Text size="sm" c="dimmed">
        Líquido: o vendido menos o devolvido no mês
      </Text>
    </div>
  );
}
