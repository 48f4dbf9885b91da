import type { ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { asReceived } from '../../api/answers/received.ts';
import { sumOf } from '../../api/answers/values.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../navigation/paths.ts';
import { timeNow } from '../../storage/server-clock.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byMonth, type Days } from '../../ui/lists/filter.ts';
import { FilterFold, FilterForm, PeriodFields } from '../../ui/lists/filter-form.tsx';
import { ListFrame, NothingInPeriod } from '../../ui/lists/list-frame.tsx';
import { ListSums } from '../../ui/lists/list-sums.tsx';
import { useAddressFilter, useList } from '../../ui/lists/use-list.ts';
import { usePaper } from '../../ui/paper/tab/use-paper.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { closingColumns } from './closing-columns.tsx';
import { OpenBoxes } from './open-boxes.tsx';
import { useCloseAgain } from './use-close-again.tsx';

const CLOSING_EXPORTS = [{ list: 'closings', label: 'Fechamentos do período' }] as const;
const CLOSINGS_KEY = ['closings'] as const;

/** Returns the newest closing of each seller and day of a period. */
const listClosings = (query: Days, signal: AbortSignal) => call('listClosings', { query, signal });

export function ClosingsPage() {
  const { applied, input, change, apply, clear } = useAddressFilter(CLOSINGS_KEY, byMonth);
  const list = useList('FECHAMENTOS', CLOSINGS_KEY, applied, listClosings);
  const slip = usePaper(paths.closingSlip, 'Fechamento');
  // The slip of a day stays as the specification has it.
  const print = (closing: ListedClosing) =>
    slip.open(
      closing.box ? { ...closing, reprinted_at: timeNow().toISOString() } : asReceived(closing),
    );
  const again = useCloseAgain(CLOSINGS_KEY);
  const { data, isPlaceholderData } = list;
  const queries = useQueryClient();
  const boxes = data?.some(({ box }) => box) ?? false;

  return (
    <Screen
      title="FECHAMENTOS"
      help="fechamentos"
      tools={<ExportButton lists={CLOSING_EXPORTS} filter={applied} />}
    >
      <OpenBoxes onClosed={() => queries.invalidateQueries({ queryKey: CLOSINGS_KEY })} />
      <FilterFold applied={applied}>
        <FilterForm
          label="Filtrar período"
          visibleLabel
          onSubmit={() => void apply(input)}
          onClear={clear}
        >
          <PeriodFields period={input} onChange={change} labels={['Início:', 'Fim:']} required />
        </FilterForm>
      </FilterFold>
      <p aria-live="polite" className="visually-hidden">
        {data && !isPlaceholderData && `Encontrados: ${data.length}`}
      </p>
      {data && data.length > 0 && <Totals closings={data} />}
      <ListFrame
        list={list}
        foot={boxes && data && <Differences closings={data} />}
        empty={
          data?.length === 0 && !isPlaceholderData ? (
            <NothingInPeriod
              title="Nenhum caixa fechado neste período"
              period={applied}
              hint="Mude o período. Cada vendedor fecha o seu caixa pelo menu, em FECHAR CAIXA."
            />
          ) : undefined
        }
      >
        <DataTable columns={closingColumns(print, boxes, again)} rows={data} />
      </ListFrame>
      {slip.blocked}
      {again.dialogs}
    </Screen>
  );
}

/** The differences of the counted boxes that are shown. */
function Differences({ closings }: { closings: readonly ListedClosing[] }) {
  const sums = sumsOf(closings);
  if (!sums) return null;
  return (
    <ListSums
      justify="flex-end"
      of={[
        ['Faltas', sums.missing],
        ['Sobras', sums.over],
      ]}
    />
  );
}

/** Stands before the rows: who closes a month reads it first. */
function Totals({ closings }: { closings: readonly ListedClosing[] }) {
  const { closed, now } = totalsOf(closings);
  return (
    <ListSums
      mb={8}
      of={[['Total do período', closed], ...(now ? [['hoje soma', now] as const] : [])]}
    />
  );
}

const total = (amounts: readonly unknown[]) =>
  amounts.reduce((sum: number, amount) => sum + Math.round(sumOf(amount) * 100), 0) / 100;

/** The total of the closings, and what their sales add up to now where that is another sum. */
export function totalsOf(closings: readonly ListedClosing[]) {
  const closed = total(closings.map(({ total_final }) => total_final));
  // A server that knows no present sums says nothing about them.
  const now = total(closings.map(({ current_total, total_final }) => current_total ?? total_final));
  return { closed: formatReais(closed), now: now === closed ? undefined : formatReais(now) };
}

/**
 * The foot of a list with counted boxes; undefined for one without. Money that is missing of one method and
 * left over of another counts as both: a payment under the wrong method is to be seen.
 */
export function sumsOf(closings: readonly ListedClosing[]) {
  const differences = closings.flatMap(({ box }) =>
    (box?.counts ?? []).map(({ difference }) => difference),
  );
  if (differences.length === 0) return undefined;
  const missing = total(differences.filter((difference) => difference < 0));
  const over = total(differences.filter((difference) => difference > 0));
  return {
    missing: formatReais(-missing),
    over: formatReais(over),
  };
}
