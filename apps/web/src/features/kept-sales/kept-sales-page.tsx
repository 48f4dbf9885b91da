import type { KeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { KEPT_REASONS } from '@balcao/domain/kept-sale.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { counted, whole } from '../../ui/counts.ts';
import { Toggle } from '../../ui/fields/chips.tsx';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { NothingListed } from '../../ui/lists/list-frame.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { useAddressFilter, useList, useListAddress } from '../../ui/lists/use-list.ts';
import { Screen } from '../../ui/screen.tsx';
import { PrintButton, type PrintedColumn, PrintedList } from '../institution/printed.tsx';
import { KeptSaleDialog } from './kept-sale-dialog.tsx';
import { KEPT_SALES_KEY, listKeptSales } from './kept-sales.queries.ts';
import { keptSalesFilter } from './kept-sales-filter.ts';

/** The sales that counters kept while the server did not answer, with what an administrator has to look at. */
export function KeptSalesPage() {
  const { applied, apply } = useAddressFilter(KEPT_SALES_KEY, keptSalesFilter);
  const address = useListAddress();
  const { page, page_size } = address.slice;
  const list = useList(
    'VENDAS GUARDADAS',
    KEPT_SALES_KEY,
    { page, page_size, ...applied },
    listKeptSales,
  );
  const [opened, setOpened] = useState<KeptSale>();
  const { open } = applied;
  const { data } = list;

  return (
    <Screen
      title="VENDAS GUARDADAS"
      help="vendas-guardadas"
      back={{ to: paths.sales, label: 'Vendas' }}
      tools={<PrintButton disabled={!data?.results.length} />}
      paper={
        data ? (
          <PrintedList
            heading="VENDAS GUARDADAS"
            about={[
              ...(open ? ['Só as que esperam'] : []),
              `Página ${page} de ${Math.max(1, data.total_pages)}`,
            ]}
            columns={PRINTED}
            rows={() => data.results}
            foot={`${counted(data.results.length, 'venda', 'vendas')} de ${whole(data.count)}`}
          />
        ) : null
      }
    >
      <Group mb={14}>
        <Toggle on={open} onClick={() => void apply({ open: !open })}>
          Só as que esperam
        </Toggle>
      </Group>
      <PagedList
        found="Encontradas"
        list={list}
        address={address}
        columns={keptSaleColumns}
        onOpen={setOpened}
        empty={
          open ? (
            <NothingListed title="Nenhuma venda guardada espera">
              <p>Todas chegaram sem nada a ver, ou já foram vistas.</p>
              <Button variant="default" onClick={() => void apply({ open: false })}>
                Mostrar todas
              </Button>
            </NothingListed>
          ) : (
            <NothingListed title="Nenhuma venda guardada ainda">
              <p>As que o PDV guarda sem o servidor aparecem aqui quando chegam.</p>
            </NothingListed>
          )
        }
      />
      {opened && (
        <KeptSaleDialog key={opened.id} kept={opened} onClose={() => setOpened(undefined)} />
      )}
    </Screen>
  );
}

const keptSaleColumns: readonly DataColumn<KeptSale>[] = [
  { header: 'Feita', width: '11rem', cell: ({ made_at }) => recordedMoment(made_at) },
  { header: 'Chegou', width: '11rem', cell: ({ received_at }) => recordedMoment(received_at) },
  { header: 'Vendedor', width: '11rem', cell: ({ seller }) => seller },
  {
    header: 'Venda',
    width: '10rem',
    place: 'title',
    cell: ({ sale }) => (sale === null ? 'Nada registrado' : `Nº ${sale}`),
  },
  {
    header: 'Motivos',
    place: 'line',
    cell: ({ reasons, accepted }) => (
      <>
        {reasons.map((reason) => KEPT_REASONS[reason]).join('; ')}
        {accepted && (
          <Text component="span" display="block" size="xs" c="dimmed">
            vista por {accepted.by}
          </Text>
        )}
      </>
    ),
  },
  { header: 'Total', width: '9rem', place: 'amount', cell: ({ total }) => formatReais(total) },
];

const PRINTED: readonly PrintedColumn<KeptSale>[] = keptSaleColumns.map(
  ({ header, cell, place }) => ({
    title: header,
    text: cell,
    ...(place === 'title' && { head: true }),
    ...(place === 'amount' && { figures: true }),
  }),
);
