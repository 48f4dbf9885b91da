import type { PurchaseProduct } from '@balcao/contract/stock/stock.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { byModel } from '@balcao/domain/product/model-and-size.ts';
import { PACE_DAYS } from '@balcao/domain/product/stock.ts';
import { Button, Checkbox, Group } from '@mantine/core';
import { useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { paths } from '../../../navigation/paths.ts';
import { sum, whole } from '../../../ui/counts.ts';
import { NOT_WHOLE } from '../../../ui/fields/quantity.ts';
import { useFields } from '../../../ui/fields/use-fields.ts';
import { WholeNumber } from '../../../ui/fields/whole-number.tsx';
import { type DataColumn, DataTable } from '../../../ui/lists/data-table.tsx';
import type { Days } from '../../../ui/lists/filter.ts';
import { FilterForm, PeriodFields } from '../../../ui/lists/filter-form.tsx';
import { ListFrame, NothingInPeriod } from '../../../ui/lists/list-frame.tsx';
import { useFirstRows } from '../../../ui/lists/pager/use-first-rows.tsx';
import { SearchForm } from '../../../ui/lists/search-form.tsx';
import { useAddressFilter, useList } from '../../../ui/lists/use-list.ts';
import { Screen } from '../../../ui/screen.tsx';
import { ExportButton } from '../../exports/export-button.tsx';
import {
  PrintButton,
  PrintedList,
  printedFigure,
  printedProduct,
} from '../../institution/printed.tsx';
import { foundBy } from '../../products/search/product-index.ts';
import { figureColumn, productColumn } from '../product-columns.tsx';
import classes from '../stock.module.css';
import { STOCK_KEY } from '../stock.queries.ts';
import { purchaseFilter } from '../stock-filter.ts';
import { piecesOf } from '../stock-rows.ts';

const PURCHASE_EXPORTS = [{ list: 'purchase', label: 'Lista de compras' }] as const;
/** `of`: the period whose quantities were changed, by the ids of the products. */
const UNCHANGED = { of: '', typed: {} as Readonly<Record<string, number | null>> };
const PURCHASE_KEY = [...STOCK_KEY, 'purchase'] as const;
const NOT_FOLLOWED = 'Mostrar os que não têm estoque';

/** Of one model together, and what is followed before the rest. */
const inOrder = (products: readonly PurchaseProduct[]) =>
  [true, false].flatMap((followed) =>
    byModel(products.filter(({ on_hand }) => (on_hand !== null) === followed)).flatMap(
      ({ products: sizes }) => sizes,
    ),
  );

/** What to buy for a period, from what the server proposes. Each quantity can be changed. */
export function PurchasePage() {
  const period = useAddressFilter(PURCHASE_KEY, purchaseFilter);
  const { search, all } = period.beside;
  const { applied } = period;
  const { startDate, endDate } = applied;
  const backwards = startDate > endDate;
  const query = useList('COMPRAR', PURCHASE_KEY, applied, (query: Days, signal) =>
    backwards ? Promise.resolve(null) : call('suggestPurchase', { query, signal }),
  );
  const { data } = query;
  // What was changed of a suggestion is kept over a reload.
  const { values, change } = useFields(UNCHANGED, {}, { form: 'purchase' });
  const of = `${startDate} ${endDate}`;
  const typed = values.of === of ? values.typed : {};
  const products = useMemo(() => data && inOrder(data.products), [data]);
  const isTyped = ({ id }: Wanted) => typed[id] !== undefined;
  const isShown = (row: Wanted) => all || row.on_hand !== null || isTyped(row);
  const wanted = products
    ?.map((product): Wanted => {
      const changed = typed[product.id];
      const known = changed === null || Number.isSafeInteger(changed);
      return { ...product, quantity: known ? (changed as number) : product.suggested };
    })
    .filter(isShown);
  const listed = wanted?.filter((row) => row.basis !== null || isTyped(row));
  // A search shows also what nobody wants. It hides nothing of what is bought.
  const rows = search === '' ? listed : wanted?.filter(foundBy(search));
  const { first, more } = useFirstRows(rows);
  const isWrong = listed?.some(({ quantity }) => quantity === null) ?? false;
  const buying = (listed ?? []).flatMap(({ quantity, ...row }) =>
    quantity ? [{ ...row, quantity }] : [],
  );
  const words = piecesOf(buying.length, sum(buying.map(({ quantity }) => quantity)));
  const nothing = search
    ? { title: 'Nenhum produto encontrado', hint: `Nenhum ${all ? '' : 'com estoque '}é assim.` }
    : {
        title: 'Nada para comprar',
        hint: `Nada foi vendido um ano antes, nem nos últimos ${PACE_DAYS} dias, e nada tem mínimo.`,
      };

  return (
    <Screen
      title="COMPRAR"
      back={{ to: paths.stock, label: 'Estoque' }}
      help="comprar-para-um-período"
      tools={
        <>
          <PrintButton disabled={buying.length === 0 || isWrong} />
          <ExportButton
            lists={PURCHASE_EXPORTS}
            filter={{
              startDate,
              endDate,
              quantities: buying.map(({ id, quantity }) => ({ product: id, quantity })),
            }}
          />
        </>
      }
      paper={
        data ? (
          <PrintedList
            heading="LISTA DE COMPRAS"
            about={[`Para ${dayWords(startDate)} a ${dayWords(endDate)}`]}
            columns={PRINTED}
            rows={() => buying}
            foot={words}
          />
        ) : null
      }
    >
      <FilterForm
        label="Comprar para vender no período"
        visibleLabel
        onSubmit={() => void period.apply(period.input)}
      >
        <PeriodFields period={period.input} onChange={period.change} required />
      </FilterForm>
      <Group gap="8px 16px" mb={10}>
        <SearchForm
          label="Buscar produto"
          searched={search}
          onSearch={(text) => period.changeBeside({ search: text.trim() })}
        />
        <Checkbox
          label={NOT_FOLLOWED}
          checked={all}
          onChange={(event) => period.changeBeside({ all: event.currentTarget.checked })}
        />
      </Group>
      <p role="status" className={classes.found}>
        {isWrong && `${NOT_WHOLE} `}
        {data &&
          `${words}${search && ' ao todo'}. Sugestão: o vendido de ${dayWords(data.year_ago.startDate)} a ${dayWords(data.year_ago.endDate)} ou, sem vendas nesses dias, o ritmo de agora e o mínimo, menos o que há`}
      </p>
      <ListFrame
        list={query}
        failed="A lista de compras não pôde ser carregada"
        empty={
          backwards || rows?.length === 0 ? (
            <NothingInPeriod
              {...nothing}
              {...(backwards && { title: 'Este período não existe' })}
              period={applied}
            >
              {!backwards && !all && (
                <Button
                  variant="default"
                  mt="sm"
                  onClick={() => period.changeBeside({ all: true })}
                >
                  {NOT_FOLLOWED}
                </Button>
              )}
            </NothingInPeriod>
          ) : undefined
        }
      >
        <DataTable
          rows={first}
          columns={columnsOf((id, quantity) => change({ of, typed: { ...typed, [id]: quantity } }))}
        />
        {more}
      </ListFrame>
    </Screen>
  );
}

const PRINTED = [
  ...printedProduct,
  printedFigure('Qtd.', ({ quantity }: { name: string; code: string; quantity: number }) =>
    whole(quantity),
  ),
];

const dayWords = (day: string) => formatDay(day as BusinessDay);

/** With the number of pieces to buy. */
type Wanted = PurchaseProduct & { quantity: number | null };

/** The figure that a proposal comes from. */
function basisWords({ basis, pace, minimum }: Wanted): string {
  if (basis === 'pace') return `pelo ritmo: ${whole(pace)} em ${PACE_DAYS} dias`;
  return basis === 'minimum' ? `pelo mínimo: ${whole(minimum ?? 0)}` : 'pelo ano anterior';
}

const columnsOf = (
  onChange: (id: number, quantity: number | null) => void,
): DataColumn<Wanted>[] => [
  productColumn,
  figureColumn('Vendidos um ano antes', '12rem', ({ sold }) => whole(sold)),
  figureColumn('Em estoque', '8rem', ({ on_hand }) =>
    on_hand === null ? <span className={classes.quiet}>não contado</span> : whole(on_hand),
  ),
  {
    header: 'Sugestão',
    width: '17rem',
    place: 'line',
    cell: (row) =>
      row.basis && (
        <>
          {whole(row.suggested)}, <span className={classes.quiet}>{basisWords(row)}</span>
        </>
      ),
  },
  {
    header: 'Comprar',
    width: '8rem',
    place: 'amount',
    cell: (row) => (
      <WholeNumber
        size="xs"
        w="5rem"
        ml="auto"
        styles={{ input: { textAlign: 'right' } }}
        max={99_999}
        aria-label={`Comprar de ${row.name}`}
        value={row.quantity}
        onChange={(typed) => onChange(row.id, typed === undefined ? 0 : typed)}
      />
    ),
  },
];
