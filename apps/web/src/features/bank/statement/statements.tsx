import type { Statement } from '@balcao/contract/bank.ts';
import { type BusinessDay, formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import { ActionIcon, Paper, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../api/call.ts';
import { counted } from '../../../ui/counts.ts';
import { useRemoval } from '../../../ui/dialogs/use-removal.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { BANK_KEY, statementsQuery } from '../parts/bank.queries.ts';

const removalWords = { done: 'Extrato tirado.', failed: 'Não foi possível tirar o extrato.' };

const daysOf = ({ from, to }: Statement) =>
  [...new Set([from, to])].map((day) => formatDay(day as BusinessDay)).join(' a ');

/** The statements that were read, of which one can be taken out again. */
export function Statements() {
  const headingId = useId();
  const query = useQuery(statementsQuery);
  const removal = useRemoval<Statement>({
    queryKey: BANK_KEY,
    remove: ({ id }) => call('deleteStatement', { params: { id } }),
    words: removalWords,
    describe: daysOf,
    confirmLabel: 'Tirar',
  });
  return (
    <section aria-labelledby={headingId}>
      <Title order={2} size="h5" id={headingId} mt="lg" mb={8}>
        Extratos lidos
      </Title>
      <LoadNotice query={query} failed="Os extratos não puderam ser carregados." />
      {query.data?.length === 0 && (
        <Text c="dimmed">Nenhum ainda. Baixe o do seu banco e escolha Ler extrato.</Text>
      )}
      {query.data && query.data.length > 0 && (
        <Paper withBorder style={{ overflow: 'hidden' }}>
          <DataTable
            labelledBy={headingId}
            rows={query.data}
            columns={[
              {
                header: 'Dias',
                place: 'title',
                cell: (of) => [daysOf(of), of.account].filter(Boolean).join(' · '),
              },
              {
                header: 'Linhas',
                width: '8rem',
                cell: ({ lines }) => counted(lines, 'linha', 'linhas'),
              },
              {
                header: 'Lido',
                cell: ({ at, by }) => `${formatMoment(new Date(at))}, por ${by}`,
              },
              {
                header: 'Tirar',
                width: '5rem',
                place: 'action',
                cell: (statement) => (
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Tirar o extrato de ${daysOf(statement)}`}
                    loading={removal.isRemoving(statement)}
                    onClick={() =>
                      removal.ask(
                        statement,
                        'Tirar este extrato, com as linhas que nenhum outro tem e as ligações delas a vendas? As vendas não mudam.',
                      )
                    }
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                ),
              },
            ]}
          />
        </Paper>
      )}
      {removal.dialogs}
    </section>
  );
}
