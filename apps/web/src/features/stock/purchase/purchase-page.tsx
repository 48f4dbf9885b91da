import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { byModel } from '@balcao/domain/product/model-and-size.ts';
import { Group, TextInput } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { paths } from '../../../navigation/paths.ts';
import { today } from '../../../storage/server-clock.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { sum, whole } from '../../../ui/counts.ts';
import { NOT_WHOLE } from '../../../ui/fields/quantity.ts';
import { useTyped } from '../../../ui/fields/use-typed.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { FilterForm, PeriodFields } from '../../../ui/lists/filter-form.tsx';
import { readDays, readPeriodSearch } from '../../../ui/lists/list-address.ts';
import { ListFrame, NothingInPeriod } from '../../../ui/lists/list-frame.tsx';
import { useFirstRows } from '../../../ui/lists/pager/use-first-rows.tsx';
import { useAddressFilter, useList } from '../../../ui/lists/use-list.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { ExportButton } from '../../exports/export-button.tsx';
import { foundBy } from '../../products/search/product-index.ts';
import { PrintButton, PrintedList } from '../printed-list.tsx';
import { STOCK_KEY } from '../stock.queries.ts';
import { piecesOf } from '../stock-rows.ts';
import { columnsOf, type Wanted } from './purchase-columns.tsx';

const EXPORTS = [{ list: 'purchase', label: 'Lista de compras' }] as const;
const PURCHASE_KEY = [...STOCK_KEY, 'purchase'] as const;

type Period = { startDate: string; endDate: string };

/** Without days, the month that comes. */
function readNextPeriod(address: Record<string, unknown>): Period {
  const days = readDays(address);
  if (days.startDate && days.endDate) return days;
  const [year, month] = today().split('-').map(Number) as [number, number];
  const dayOf = (of: number, day: number) =>
    new Date(Date.UTC(year, of, day)).toISOString().slice(0, 10);
  return { startDate: dayOf(month, 1), endDate: dayOf(month + 1, 0) };
}

/** What to buy for a period: what sold in it a year before, less what is there. Each quantity can be changed. */
export function PurchasePage() {
  const headingId = useId();
  const period = useAddressFilter(PURCHASE_KEY, readNextPeriod, readPeriodSearch);
  const { applied } = period;
  const { startDate, endDate } = applied;
  const backwards = startDate > endDate;
  const query = useList('COMPRAR', PURCHASE_KEY, applied, (query: Period, signal) =>
    backwards ? Promise.resolve(null) : call('suggestPurchase', { query, signal }),
  );
  const { data } = query;
  // What was changed of a suggestion is kept over a reload.
  const { input, change } = useTyped<{ of: string; typed: Record<string, number | null> }>({
    form: 'purchase',
    saved: { of: '', typed: {} },
  });
  const of = `${startDate} ${endDate}`;
  const typed = input.of === of ? fieldsOf<Record<string, number | null>>(input.typed) : {};
  const [text, setText] = useState('');
  const all = useMemo(
    () => data && byModel(data.products).flatMap(({ products }) => products),
    [data],
  );
  const wanted = all?.map(({ id, name, code, sold, on_hand, suggested }): Wanted => {
    const changed = typed[id];
    const known = changed === null || Number.isSafeInteger(changed);
    return { id, name, code, sold, on_hand, quantity: known ? (changed as number) : suggested };
  });
  const listed = wanted?.filter(({ id, sold }) => sold > 0 || typed[id] !== undefined);
  // A search shows also what did not sell. It hides nothing of what is bought.
  const rows = text === '' ? listed : wanted?.filter(foundBy(text));
  const { first, more } = useFirstRows(rows);
  const isWrong = listed?.some(({ quantity }) => quantity === null) ?? false;
  const buying = (listed ?? []).flatMap(({ quantity, ...row }) =>
    quantity ? [{ ...row, quantity }] : [],
  );
  const words = piecesOf(buying.length, sum(buying.map(({ quantity }) => quantity)));

  return (
    <>
      {data && (
        <PrintedList
          heading="LISTA DE COMPRAS"
          about={`Para ${dayWords(startDate)} a ${dayWords(endDate)}`}
          columns={[
            { title: 'Produto', head: true },
            { title: 'Código' },
            { title: 'Qtd.', figures: true },
          ]}
          rows={() =>
            buying.map(({ name, code, quantity }) => ({ cells: [name, code, whole(quantity)] }))
          }
          foot={[[words]]}
        />
      )}
      <div className="screen-only">
        <PageHead
          back={{ to: paths.stock, label: 'Estoque' }}
          help="comprar-para-um-período"
          id={headingId}
          tools={
            <>
              <PrintButton disabled={buying.length === 0 || isWrong} />
              <ExportButton
                lists={EXPORTS}
                filter={{
                  startDate,
                  endDate,
                  quantities: buying.map(({ id, quantity }) => ({ product: id, quantity })),
                }}
              />
            </>
          }
        >
          COMPRAR
        </PageHead>
        <FilterForm
          label="Comprar para vender no período"
          visibleLabel
          onSubmit={() => void period.apply(period.input)}
        >
          <PeriodFields period={period.input} onChange={period.change} required />
        </FilterForm>
        <Group gap="8px 16px" mb={10}>
          <TextInput
            aria-label="Buscar produto"
            placeholder="Buscar produto, vendido ou não"
            w="22rem"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <span role="status">
            {isWrong && `${NOT_WHOLE} `}
            {data &&
              `${words}: o vendido de ${dayWords(data.year_ago.startDate)} a ${dayWords(data.year_ago.endDate)}, menos o que há`}
          </span>
        </Group>
        <ListFrame
          list={query}
          failed="A lista de compras não pôde ser carregada"
          empty={
            backwards || rows?.length === 0 ? (
              <NothingInPeriod
                title={backwards ? 'Este período não existe' : 'Nada para comprar'}
                period={applied}
                hint="Nada assim foi vendido um ano antes. A busca mostra todos os produtos."
              />
            ) : undefined
          }
        >
          <DataTable
            labelledBy={headingId}
            rows={first}
            columns={columnsOf((id, quantity) =>
              change({ of, typed: { ...typed, [id]: quantity } }),
            )}
          />
          {more}
        </ListFrame>
      </div>
    </>
  );
}

const dayWords = (day: string) => formatDay(day as BusinessDay);
