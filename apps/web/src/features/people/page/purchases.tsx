import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import type { Purchases as Bought } from '@balcao/contract/people/people.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import { recordedDay } from '@balcao/domain/dates/recorded.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { whole } from '../../../ui/counts.ts';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { FigureLink } from '../../../ui/lists/figure-link.tsx';
import { NothingListed } from '../../../ui/lists/list-frame.tsx';
import { PagedList } from '../../../ui/lists/paged-list.tsx';
import { useList, useListAddress } from '../../../ui/lists/use-list.ts';
import { SaleCorrection } from '../../corrections/sale-correction.tsx';
import { MarkedClient, SaleAmount, studentOf } from '../../sales/sale-mark.tsx';
import { callsOf, type Kind, PEOPLE_KEY } from '../people.queries.ts';
import classes from './person-page.module.css';

/** What a person bought, less what came back, and the sales, which open here. */
export function Purchases({ kind, id }: { kind: Kind; id: number }) {
  const headingId = useId();
  const address = useListAddress();
  const { page, page_size } = address.slice;
  const queryKey = [...PEOPLE_KEY, kind, 'purchases', id];
  const list = useList('VENDAS', queryKey, { page, page_size }, (slice, signal) =>
    callsOf[kind].purchases(id, slice, signal),
  );
  const queries = useQueryClient();
  const [opened, setOpened] = useState<Sale>();
  return (
    <section aria-labelledby={headingId}>
      <Title order={2} size="h4" id={headingId} mb={8}>
        Compras
      </Title>
      {list.data && <Figures of={list.data} person={{ [kind]: id }} />}
      <PagedList
        found="Encontradas"
        list={list}
        address={address}
        labelledBy={headingId}
        columns={columnsOf(kind)}
        onOpen={setOpened}
        empty={
          <NothingListed title="Nenhuma venda">
            <p>As vendas feitas no PDV aparecem aqui.</p>
          </NothingListed>
        }
      />
      <SaleCorrection
        sale={opened?.id}
        known={opened}
        onClose={() => setOpened(undefined)}
        onRecorded={() => void queries.invalidateQueries({ queryKey })}
      />
    </section>
  );
}

type FiguresProps = { of: Bought; person: EntriesFilter };

/** Each amount leads to the entries that add up to it: what was returned, to the list of returns. */
function Figures({ of, person }: FiguresProps) {
  const { count, bought, returned, net, first_at, last_at } = of;
  if (count === 0) return null;
  const figure = (amount: number, kind?: EntriesFilter['kind']) => (
    <FigureLink of={{ ...person, ...(kind && { kind }) }}>{formatReais(amount)}</FigureLink>
  );
  const figures: [label: string, value: ReactNode][] = [
    ['Total comprado', figure(net)],
    ...(returned > 0
      ? ([
          ['Vendido', figure(bought, 'sale')],
          ['Devolvido', figure(-returned, 'returned')],
        ] as [string, ReactNode][])
      : []),
    ['Vendas', whole(count)],
    ['Primeira compra', first_at && recordedDay(first_at)],
    ['Última compra', last_at && recordedDay(last_at)],
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="money">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function columnsOf(kind: Kind): readonly DataColumn<Sale>[] {
  const companion: DataColumn<Sale> =
    kind === 'client'
      ? { header: 'Aluno', width: '9rem', cell: studentOf }
      : { header: 'Cliente', width: '9rem', cell: (sale) => <MarkedClient sale={sale} /> };
  return [
    { header: 'Venda', width: '6.5rem', cell: ({ id }) => `Nº ${id}` },
    { header: 'Data', width: '7rem', cell: ({ created_at }) => recordedDay(created_at) },
    companion,
    { header: 'Produtos', place: 'title', cell: (sale) => <Products sale={sale} /> },
    {
      header: 'Valor',
      width: '8rem',
      place: 'amount',
      cell: (sale) => <SaleAmount sale={sale} />,
    },
  ];
}

/** They may be many: in bold nobody would read them. */
function Products({ sale }: { sale: Sale }) {
  const names = sale.products_data.map(
    ({ quantity, product_info }) => `${quantity} × ${product_info.name}`,
  );
  return (
    <Text span inherit fw={400}>
      {names.join(', ')}
    </Text>
  );
}
