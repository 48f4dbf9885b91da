import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import type { EntrySums } from '@balcao/contract/sales/entries.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Button } from '@mantine/core';
import { call } from '../../api/call.ts';
import { whole } from '../../ui/counts.ts';
import { FigureLink } from '../../ui/lists/figure-link.tsx';
import { NothingInPeriod } from '../../ui/lists/list-frame.tsx';
import { ListSums } from '../../ui/lists/list-sums.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { useAddressFilter, useList, useListAddress } from '../../ui/lists/use-list.ts';
import { Screen } from '../../ui/screen.tsx';
import { SaleCorrection } from '../corrections/sale-correction.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { SALES_KEY } from '../sales/sales.queries.ts';
import { entriesFilter } from './entries-filter.ts';
import { EntriesFilterForm } from './entries-filter-form.tsx';
import { type EntryRow, entryColumns } from './entry-columns.tsx';

const ENTRY_EXPORTS = [{ list: 'entries', label: 'Uma linha por lançamento' }] as const;
/** A change to a sale changes what it adds. */
const ENTRIES_KEY = [...SALES_KEY, 'entries'] as const;

type Slice = { page: number; page_size: number };

async function listEntries(
  { page, page_size, ...filter }: Slice & EntriesFilter,
  signal: AbortSignal,
) {
  const query = { ...inQuery(filter), page, page_size };
  const { results, ...answer } = await call('listEntries', { query, signal });
  const rows = results.map(
    (entry): EntryRow => ({ ...entry, id: entry.correction ? -entry.correction : entry.sale }),
  );
  return { ...answer, results: rows };
}

const asText = (id: number | undefined) => (id === undefined ? '' : `${id}`);

/** Ids are texts in a query, and in the filter of a file. */
const inQuery = (filter: EntriesFilter) => ({
  ...filter,
  seller: asText(filter.seller),
  product: asText(filter.product),
  client: asText(filter.client),
  student: asText(filter.student),
  closing: asText(filter.closing),
});

/** The sales, returns, exchanges and corrections that add up to a figure. */
export function EntriesPage() {
  const filter = useAddressFilter(ENTRIES_KEY, entriesFilter);
  const { applied, input, change, apply, clear } = filter;
  const address = useListAddress();
  const { page, page_size } = address.slice;
  const list = useList('LANÇAMENTOS', ENTRIES_KEY, { page, page_size, ...applied }, listEntries);
  const open = filter.beside.sale;
  // Going back closes a sale, and does not open it again.
  const show = (sale: number | undefined) => filter.changeBeside({ sale }, sale !== undefined);
  const { startDate = '', endDate = '', kind, ...rest } = inQuery(applied);

  return (
    <Screen
      title="LANÇAMENTOS"
      help="lançamentos"
      tools={
        <ExportButton
          lists={ENTRY_EXPORTS}
          filter={{ ...rest, startDate, endDate, ...(kind && { entryKind: kind }) }}
        />
      }
    >
      <EntriesFilterForm
        {...{ applied, input }}
        named={list.data?.named}
        onChange={change}
        onApply={(filter) => void apply(filter)}
        onClear={clear}
      />
      <PagedList
        list={list}
        address={address}
        columns={entryColumns}
        onOpen={({ sale }) => show(sale)}
        sums={list.data && <Sums filter={applied} count={list.data.count} sums={list.data.sums} />}
        empty={
          <NothingInPeriod
            title="Nenhum lançamento com este filtro"
            period={{ startDate, endDate }}
            hint="Mude o período, o tipo ou a forma."
          >
            {clear && (
              <Button variant="default" onClick={clear}>
                Mostrar todos
              </Button>
            )}
          </NothingInPeriod>
        }
      />
      <SaleCorrection
        sale={open}
        known={undefined}
        onClose={() => show(undefined)}
        onRecorded={() => void list.refetch()}
      />
    </Screen>
  );
}

type SumsProps = { filter: EntriesFilter; count: number; sums: EntrySums };

/** Of all pages. A method leads to what it has taken. */
function Sums({ filter, count, sums }: SumsProps) {
  const { sold, returned, corrected, net, methods } = sums;
  const chosen = filter.method ?? filter.methodNow;
  return (
    <>
      <ListSums
        mb={6}
        of={[
          ['Lançamentos', whole(count)],
          ['Vendido', formatReais(sold)],
          ['Devolvido', formatReais(-returned)],
          ...(corrected === 0 ? [] : [['Corrigido', formatReais(corrected)] as const]),
          ['Líquido', formatReais(net)],
        ]}
      />
      {!chosen && methods && methods.length > 0 && (
        <ListSums
          mb={6}
          of={methods.map(({ method, amount }) => [
            method,
            <FigureLink key={method} of={{ ...filter, method }}>
              {formatReais(amount)}
            </FigureLink>,
          ])}
        />
      )}
    </>
  );
}
