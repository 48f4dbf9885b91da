import type { PurchaseProduct } from '@balcao/contract/stock/stock.ts';
import { type BusinessDay, businessDayOf, formatDay } from '@balcao/domain/dates/business-day.ts';
import { byModel } from '@balcao/domain/product/model-and-size.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { paths } from '../../../navigation/paths.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { quantityOf, quantityText } from '../../../ui/fields/quantity.ts';
import { useTyped } from '../../../ui/fields/use-typed.ts';
import { PageTitle } from '../../../ui/help-link.tsx';
import { type DataColumn, DataTable } from '../../../ui/lists/data-table.tsx';
import { FilterForm, PeriodFields, wideField } from '../../../ui/lists/filter-form.tsx';
import { readDays, readPeriodSearch } from '../../../ui/lists/list-address.ts';
import { ListFrame, NothingInPeriod } from '../../../ui/lists/list-frame.tsx';
import { ShowMore } from '../../../ui/lists/pager/show-more.tsx';
import { useAddressFilter, useList } from '../../../ui/lists/use-list.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { PrintedList } from '../printed-list.tsx';
import classes from '../stock.module.css';
import { STOCK_KEY } from '../stock.queries.ts';
import { whole } from '../stock-rows.ts';

const EXPORTS = [{ list: 'purchase', label: 'Lista de compras' }] as const;
const PURCHASE_KEY = [...STOCK_KEY, 'purchase'] as const;

/** More at once would be slow to draw. */
const AT_A_TIME = 200;

type Period = { startDate: string; endDate: string };

/** Without days, the month that comes. */
function readNextPeriod(address: Record<string, unknown>): Period {
  const days = readDays(address);
  if (days.startDate && days.endDate) return days;
  const today = businessDayOf(new Date());
  const [year, month] = today.split('-').map(Number) as [number, number];
  const dayOf = (of: number, day: number) =>
    new Date(Date.UTC(year, of, day)).toISOString().slice(0, 10);
  return { startDate: dayOf(month, 1), endDate: dayOf(month + 1, 0) };
}

/** What to buy for a period: what sold in it a year before, less what is there. Each quantity can be changed. */
export function PurchasePage() {
  const headingId = useId();
  const { applied, input, change, apply } = useAddressFilter(
    PURCHASE_KEY,
    readNextPeriod,
    readPeriodSearch,
  );
  const backwards = applied.startDate > applied.endDate;
  const query = useList('COMPRAR', PURCHASE_KEY, applied, (query: Period, signal) =>
    backwards ? Promise.resolve(null) : call('suggestPurchase', { query, signal }),
  );
  return (
    <>
      <Anchor component={Link} to={paths.stock} size="sm" className="screen-only">
        Estoque
      </Anchor>
      <PageTitle help="comprar-para-um-período" id={headingId} className="screen-only" mb="xs">
        COMPRAR
      </PageTitle>
      <div className="screen-only">
        <FilterForm
          label="Comprar para vender no período"
          visibleLabel
          onSubmit={() => void apply(input)}
        >
          <PeriodFields period={input} onChange={change} required />
        </FilterForm>
      </div>
      <List
        key={`${applied.startDate} ${applied.endDate}`}
        {...{ headingId, query, applied, backwards }}
      />
    </>
  );
}

type Suggestion = { year_ago: Period; products: readonly PurchaseProduct[] };
type ListProps = {
  headingId: string;
  query: Parameters<typeof ListFrame>[0]['list'] & { data: Suggestion | null | undefined };
  applied: Period;
  backwards: boolean;
};

function List({ headingId, query, applied, backwards }: ListProps) {
  const { data } = query;
  const { startDate, endDate } = applied;
  // What was changed of the suggestion is kept over a reload.
  const { input, change } = useTyped<{ typed: Record<string, number> }>({
    form: `purchase:${startDate}:${endDate}`,
    saved: { typed: {} },
  });
  const typed = fieldsOf<Record<string, number>>(input.typed);
  const [text, setText] = useState('');
  const [most, setMost] = useState(AT_A_TIME);
  const rows = useMemo(() => {
    const words = searchWords(text);
    // Who looks for something may want it although none was sold.
    const found = data?.products.filter(({ code, name, sold }) =>
      text === '' ? sold > 0 : holdsWords(foldText(`${code} ${name}`), words),
    );
    return found && byModel(found).flatMap(({ products }) => products);
  }, [data, text]);
  const quantityFor = ({ id, suggested }: PurchaseProduct) => {
    const changed = typed[id];
    return Number.isSafeInteger(changed) ? (changed as number) : suggested;
  };
  const wanted = rows?.map((row) => ({ row, quantity: quantityFor(row) })) ?? [];
  const buying = wanted.filter(({ quantity }) => quantity > 0);
  const pieces = buying.reduce((sum, { quantity }) => sum + quantity, 0);
  const quantities = wanted.map(({ row, quantity }) => ({ product: row.id, quantity }));

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
          rows={buying.map(({ row: { name, code }, quantity }) => ({
            cells: [name, code, whole(quantity)],
          }))}
          foot={[['Total', whole(pieces)]]}
        />
      )}
      <div className="screen-only">
        <Group gap="8px 16px" mb={10} align="center">
          <TextInput
            aria-label="Buscar produto"
            placeholder="Buscar produto, vendido ou não"
            className={wideField}
            maw="22rem"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <span role="status">
            {data &&
              `${buying.length === 1 ? '1 produto' : `${whole(buying.length)} produtos`}, ${pieces === 1 ? '1 peça' : `${whole(pieces)} peças`}: o vendido de ${dayWords(data.year_ago.startDate)} a ${dayWords(data.year_ago.endDate)}, menos o que há`}
          </span>
          <Group gap={8} ml="auto">
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              disabled={buying.length === 0}
              onClick={() => window.print()}
            >
              Imprimir
            </Button>
            <ExportButton lists={EXPORTS} filter={{ startDate, endDate, quantities } as never} />
          </Group>
        </Group>
        <ListFrame
          list={query}
          failed="A lista de compras não pôde ser carregada"
          empty={
            backwards || rows?.length === 0 ? (
              <NothingInPeriod
                title={backwards ? 'Este período não existe' : 'Nada para comprar'}
                period={applied}
                hint={
                  text
                    ? 'Nenhum produto da lista é assim.'
                    : 'Nada foi vendido um ano antes deste período. A busca mostra todos.'
                }
              />
            ) : undefined
          }
        >
          <DataTable
            labelledBy={headingId}
            rows={rows?.slice(0, most)}
            columns={columnsOf(quantityFor, (id, quantity) =>
              change({ typed: { ...typed, [id]: quantity } }),
            )}
          />
          <ShowMore left={(rows?.length ?? 0) - most} onMore={() => setMost(most + AT_A_TIME)} />
        </ListFrame>
      </div>
    </>
  );
}

const dayWords = (day: string) => formatDay(day as BusinessDay);

const columnsOf = (
  quantityFor: (row: PurchaseProduct) => number,
  onChange: (id: number, quantity: number) => void,
): DataColumn<PurchaseProduct>[] => [
  {
    header: 'Produto',
    place: 'title',
    cell: ({ name, code }) => (
      <>
        {name} <span className={classes.quiet}>{code}</span>
      </>
    ),
  },
  {
    header: 'Vendidos um ano antes',
    width: '12rem',
    place: 'figure',
    cell: ({ sold }) => (
      <>
        {whole(sold)}
        <span className={classes.onPhone}> vendidos um ano antes</span>
      </>
    ),
  },
  {
    header: 'Em estoque',
    width: '8rem',
    place: 'figure',
    cell: ({ on_hand }) =>
      on_hand === null ? (
        <span className={classes.quiet}>não contado</span>
      ) : (
        <>
          {whole(on_hand)}
          <span className={classes.onPhone}> em estoque</span>
        </>
      ),
  },
  {
    header: 'Comprar',
    width: '8rem',
    place: 'amount',
    cell: (row) => (
      <TextInput
        size="xs"
        w="5rem"
        ml="auto"
        styles={{ input: { textAlign: 'right' } }}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        aria-label={`Comprar de ${row.name}`}
        value={quantityFor(row)}
        onChange={(event) => onChange(row.id, quantityOf(quantityText(event.currentTarget.value)))}
        onFocus={(event) => event.currentTarget.select()}
      />
    ),
  },
];
