import type { ProductSales } from '@balcao/contract/products/product-sales.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Checkbox, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { whole } from '../../ui/counts.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { FilterFold, FilterForm, PeriodFields } from '../../ui/lists/filter-form.tsx';
import { ListFrame, NothingInPeriod } from '../../ui/lists/list-frame.tsx';
import { useFirstRows } from '../../ui/lists/pager/use-first-rows.tsx';
import { PeriodPresets } from '../../ui/lists/period-presets.tsx';
import { useAddressFilter, useList } from '../../ui/lists/use-list.ts';
import { Screen } from '../../ui/screen.tsx';
import { periodWords } from '../dashboard/period/dashboard-filter.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { useIncomeName } from '../institution/income-names.ts';
import {
  PrintButton,
  type PrintedColumn,
  PrintedList,
  printedCode,
  printedFigure,
} from '../institution/printed.tsx';
import { Filters, Sums } from './filters-and-sums.tsx';
import { productColumns } from './product-columns.tsx';
import { ProductMonthsDialog } from './product-months-dialog.tsx';
import { type ProductRow, productRows, share } from './product-rows.ts';
import classes from './product-sales.module.css';
import { PRODUCT_SALES_KEY, readProductSales } from './product-sales.queries.ts';
import { type ProductSalesFilter, productSalesFilter } from './product-sales-filter.ts';

const PRODUCT_SALES_EXPORTS = [{ list: 'product_sales', label: 'Vendas por produto' }] as const;

const NONE: ReadonlySet<number> = new Set();

/** What every product brought in, less what came back, beside the year before. */
export function ProductSalesPage() {
  const { applied, input, change, apply, beside, changeBeside } = useAddressFilter(
    PRODUCT_SALES_KEY,
    productSalesFilter,
  );
  const backwards = applied.startDate > applied.endDate;
  const query = useList('VENDAS POR PRODUTO', PRODUCT_SALES_KEY, applied, (filter, signal) =>
    backwards ? Promise.resolve(null) : readProductSales(filter, signal),
  );
  const { data } = query;
  const nameOf = useIncomeName();
  const rows = useMemo(
    () => data && productRows(data.products, beside.order, beside.models),
    [data, beside.order, beside.models],
  );
  const { first, more } = useFirstRows(rows);
  const [sizesOf, setSizesOf] = useState(NONE);
  const [months, setMonths] = useState<ProductRow>();
  const shown = first?.flatMap((row) =>
    row.sizes && sizesOf.has(row.id) ? [row, ...row.sizes] : [row],
  );
  const open = (row: ProductRow) => {
    if (!row.sizes) return setMonths(row);
    const others = new Set(sizesOf);
    if (!others.delete(row.id)) others.add(row.id);
    setSizesOf(others);
  };
  const seller = data?.sellers.find(({ id }) => `${id}` === applied.seller);
  const words = [
    ...(applied.seller ? [`Vendedor: ${seller?.name ?? applied.seller}`] : []),
    ...(applied.class ? [`Turma: ${applied.class}`] : []),
    ...(applied.income
      ? [`Receita de: ${nameOf(applied.income === 'both' ? null : applied.income)}`]
      : []),
  ];
  const { income, ...others } = applied;
  return (
    <Screen
      title="VENDAS POR PRODUTO"
      help="vendas-por-produto"
      paper={
        data && rows ? <PrintedSales filter={applied} of={words} sales={data} rows={rows} /> : null
      }
      tools={
        <Group gap={8} wrap="nowrap">
          <PrintButton disabled={!data || query.isPlaceholderData} />
          <ExportButton
            lists={PRODUCT_SALES_EXPORTS}
            filter={{ ...others, ...(income && { income }) }}
          />
        </Group>
      }
    >
      <FilterFold applied={applied}>
        <PeriodPresets
          period={applied}
          typed={input}
          long
          onChoose={(period) => void apply({ ...applied, ...period })}
        />
        <FilterForm label="Período das vendas" onSubmit={() => void apply(input)}>
          <PeriodFields period={input} onChange={change} required />
        </FilterForm>
        <Filters
          applied={applied}
          sales={data ?? undefined}
          onChoose={(part) => void apply({ ...applied, ...part })}
        />
        <Checkbox
          mt={10}
          label="Juntar tamanhos do mesmo modelo"
          checked={beside.models}
          onChange={(event) => changeBeside({ models: event.currentTarget.checked })}
        />
      </FilterFold>
      {data && <Sums sales={data} filter={applied} />}
      <ListFrame
        list={query}
        failed="As vendas não puderam ser carregadas"
        empty={
          backwards || rows?.length === 0 ? (
            <NothingInPeriod
              title={backwards ? 'Este período não existe' : 'Nenhum produto vendido'}
              period={applied}
              hint="Escolha outro período ou outro filtro."
            />
          ) : undefined
        }
      >
        <DataTable
          rows={shown}
          order={beside.order}
          onOrder={(order) => changeBeside({ order })}
          onOpen={open}
          columns={productColumns({
            filter: applied,
            yearAgo: data?.year_ago ?? applied,
            total: data?.total.net ?? 0,
            opened: sizesOf,
          })}
        />
        {more}
      </ListFrame>
      {months && (
        <ProductMonthsDialog
          product={months}
          filter={applied}
          onClose={() => setMonths(undefined)}
        />
      )}
    </Screen>
  );
}

type PrintedProps = {
  filter: ProductSalesFilter;
  /** The other filters, in words. */
  of: readonly string[];
  sales: ProductSales;
  rows: readonly ProductRow[];
};

const printedColumns = (total: ProductSales['total']): readonly PrintedColumn<ProductRow>[] => [
  {
    title: 'Produto',
    head: true,
    text: ({ size, name }) => <span className={size && classes.size}>{size ?? name}</span>,
  },
  printedCode,
  printedFigure('Qtd.', ({ units }) => whole(units), whole(total.units)),
  printedFigure('Líquido', ({ net }) => formatReais(net), formatReais(total.net)),
  printedFigure('Parte', ({ net }) => share(net, total.net)),
  printedFigure(
    'Qtd. um ano antes',
    (row) => whole(row.units_year_ago),
    whole(total.units_year_ago),
  ),
  printedFigure(
    'Um ano antes',
    ({ year_ago }) => formatReais(year_ago),
    formatReais(total.year_ago),
  ),
];

/** The list on A4, with letterhead: all of its rows, drawn when the page goes to the printer. */
function PrintedSales({ filter, of, sales, rows }: PrintedProps) {
  const { total } = sales;
  return (
    <PrintedList
      heading="VENDAS POR PRODUTO"
      about={[`Período: ${periodWords(filter)}`, ...of]}
      columns={printedColumns(total)}
      rows={() => rows.flatMap((row) => [row, ...(row.sizes ?? [])])}
      foot="Total"
    />
  );
}
