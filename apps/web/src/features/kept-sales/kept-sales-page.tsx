import type { KeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { KEPT_REASONS } from '@balcao/domain/kept-sale.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { Toggle } from '../../ui/fields/chips.tsx';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { NothingListed } from '../../ui/lists/list-frame.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { useAddressFilter, useList, useListAddress } from '../../ui/lists/use-list.ts';
import { Screen } from '../../ui/screen.tsx';
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

  return (
    <Screen
      title="VENDAS GUARDADAS"
      help="vendas-guardadas"
      back={{ to: paths.sales, label: 'Vendas' }}
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
          <NothingListed title={`Nenhuma venda guardada ${open ? 'espera' : 'ainda'}`}>
            {open && (
              <Button variant="default" onClick={() => void apply({ open: false })}>
                Mostrar todas
              </Button>
            )}
          </NothingListed>
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
