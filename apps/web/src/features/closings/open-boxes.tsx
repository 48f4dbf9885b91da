import type { CashBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Box, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { paths } from '../../navigation/paths.ts';
import { type DataColumn, DataTable } from '../../ui/lists/data-table.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { Modal } from '../../ui/modal.tsx';
import { usePaper } from '../../ui/paper/tab/use-paper.tsx';
import { openBoxesQuery, readBox } from '../cash-box/cash-box.queries.ts';
import { FloatSum } from '../cash-box/float-sum.tsx';
import { useCountBox } from './use-count-box.tsx';

/** The boxes that are not closed yet. A shop without any shows nothing. */
export function OpenBoxes({ onClosed }: { onClosed: () => void }) {
  const headingId = useId();
  const queries = useQueryClient();
  const { data: boxes = [] } = useQuery(openBoxesQuery);
  const paper = usePaper(paths.boxReport, 'Relatório X');
  const count = useCountBox(onClosed);
  const look = useMutation({
    mutationFn: ({ id }: CashBox) => readBox(id),
    onSuccess: (report) => paper.open(report),
    meta: { failure: 'The cash box could not be read' },
  });
  const start = useMutation({
    mutationFn: async ({ id }: CashBox) => {
      // Read again, because the box may have taken other methods since the list was read.
      const fresh = await queries.fetchQuery({ ...openBoxesQuery, staleTime: 0 });
      const box = fresh.find((each) => each.id === id);
      if (box) await count.start(box);
    },
    meta: { failure: 'The count could not begin' },
  });
  const failed = look.isError || start.isError;

  const columns: readonly DataColumn<CashBox>[] = [
    { header: 'Caixa', width: '6rem', cell: ({ id }) => `nº ${id}` },
    { header: 'Vendedor', place: 'title', cell: ({ seller_name }) => seller_name },
    { header: 'Aberto em', width: '17rem', cell: (box) => <Since box={box} /> },
    { header: 'Fundo', width: '10rem', place: 'amount', cell: (box) => <FloatSum box={box} /> },
    {
      header: 'Ações',
      hideHeader: true,
      width: '21rem',
      place: 'line',
      cell: (box) => (
        <Group gap="xs" justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Ver relatório do caixa nº ${box.id}`}
            loading={look.isPending && look.variables.id === box.id}
            onClick={() => look.mutate(box)}
          >
            Ver relatório
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Contar e fechar o caixa nº ${box.id}`}
            onClick={() => start.mutate(box)}
          >
            {box.counts ? 'Terminar o fechamento' : 'Contar e fechar'}
          </Button>
        </Group>
      ),
    },
  ];

  return (
    <>
      {boxes.length > 0 && (
        <Box component="section" aria-labelledby={headingId} my="md">
          <Title order={2} size="h5" id={headingId} mb={8}>
            Caixas abertos
          </Title>
          <Paper withBorder style={{ overflow: 'hidden' }}>
            <DataTable labelledBy={headingId} columns={columns} rows={boxes} />
          </Paper>
        </Box>
      )}
      {paper.blocked}
      {count.dialog}
      <Modal
        opened={failed}
        onClose={() => {
          look.reset();
          start.reset();
        }}
        title="Caixas abertos"
      >
        <Say rank="refusal" place="page">
          O caixa não pôde ser lido. Talvez já esteja fechado: tente de novo.
        </Say>
      </Modal>
    </>
  );
}

function Since({ box }: { box: CashBox }) {
  return (
    <>
      {formatMoment(new Date(box.opened_at))}
      {(box.left_open || box.counts) && (
        <Text span display="block" fz="xs" fw={600} c="var(--warning-text)">
          {box.counts ? 'contado, falta o motivo da diferença' : 'ficou aberto desde outro dia'}
        </Text>
      )}
    </>
  );
}
