import type { Sale } from '@balcao/contract/sales/sales.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { Button, Flex } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../navigation/paths.ts';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { isPersonal } from '../../../ui/lists/filter.ts';
import { NothingListed } from '../../../ui/lists/list-frame.tsx';
import { PagedList } from '../../../ui/lists/paged-list.tsx';
import { SearchForm } from '../../../ui/lists/search-form.tsx';
import { useList, useSearchText } from '../../../ui/lists/use-list.ts';
import { Screen } from '../../../ui/screen.tsx';
import { SaleCorrection } from '../../corrections/sale-correction.tsx';
import { MarkedClient, SaleAmount, studentOf } from '../sale-mark.tsx';
import { listOwnSales, SALES_KEY } from '../sales.queries.ts';

/** The signed-in user's own sales of the last 30 days. */
export function OwnSalesPage() {
  const { address, search, show } = useSearchText(isPersonal);
  const list = useList(
    'MEUS RECIBOS',
    [...SALES_KEY, 'own'],
    { ...address.slice, search },
    listOwnSales,
  );
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Sale | null>(null);

  return (
    <Screen title="MEUS RECIBOS" help="meus-recibos">
      <Flex wrap="wrap" align="center" gap="10px 24px" my={14} c="dimmed">
        <SearchForm
          label="Buscar venda"
          searched={search}
          onSearch={(text) => (text.trim() === search ? void list.refetch() : show(text))}
          autoFocus
        />
        Dos últimos 30 dias, por cliente, aluno, CPF, matrícula ou número.
      </Flex>
      <PagedList
        found="Encontradas"
        list={list}
        address={address}
        columns={ownSaleColumns}
        onOpen={setOpened}
        empty={<NoSales search={search} onShowAll={() => show('')} />}
      />
      <SaleCorrection
        sale={opened?.id}
        known={opened ?? undefined}
        onClose={() => setOpened(null)}
        onRecorded={() => void queryClient.invalidateQueries({ queryKey: SALES_KEY })}
      />
    </Screen>
  );
}

const ownSaleColumns: readonly DataColumn<Sale>[] = [
  { header: 'Venda', width: '6.5rem', cell: ({ id }) => `Nº ${id}` },
  { header: 'Data', width: '11rem', cell: ({ created_at }) => recordedMoment(created_at) },
  { header: 'Cliente', place: 'title', cell: (sale) => <MarkedClient sale={sale} /> },
  { header: 'Aluno', cell: studentOf },
  {
    header: 'Valor',
    width: '9rem',
    place: 'amount',
    cell: (sale) => <SaleAmount sale={sale} />,
  },
];

function NoSales({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  if (search.trim() === '') {
    return (
      <NothingListed title="Nenhuma venda nos últimos 30 dias">
        <p>As vendas que você faz no balcão aparecem aqui.</p>
        <Button component={Link} to={paths.counter} variant="default">
          Ir para o PDV
        </Button>
      </NothingListed>
    );
  }
  return (
    <NothingListed title={`Nada encontrado para “${search}”`}>
      <p>
        Só as suas vendas dos últimos 30 dias são procuradas. A de um colega abre no balcão: V e o
        número em Cód, e o CPF do cliente.
      </p>
      <Button variant="default" onClick={onShowAll}>
        Mostrar todas
      </Button>
    </NothingListed>
  );
}
