import { formatDay } from '@balcao/domain/dates/business-day.ts';
import { formatCents } from '@balcao/domain/money.ts';
import { isOfStock, STOCK_FILTERS } from '@balcao/domain/product/stock.ts';
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, useMemo, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { paths } from '../../../navigation/paths.ts';
import { useToday } from '../../../storage/server-clock.ts';
import { Chips } from '../../../ui/fields/chips.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { FilterFold } from '../../../ui/lists/filter-form.tsx';
import { ListFrame, NothingListed } from '../../../ui/lists/list-frame.tsx';
import { useFirstRows } from '../../../ui/lists/pager/use-first-rows.tsx';
import { SearchForm } from '../../../ui/lists/search-form.tsx';
import { useBeside, useInput } from '../../../ui/lists/use-list.ts';
import { Screen } from '../../../ui/screen.tsx';
import { ExportButton } from '../../exports/export-button.tsx';
import { PrintButton } from '../../institution/printed.tsx';
import { foundBy } from '../../products/search/product-index.ts';
import { ProductDialog } from '../product/product-dialog.tsx';
import classes from '../stock.module.css';
import { stockQuery } from '../stock.queries.ts';
import { FILTER_WORDS, stockFilter } from '../stock-filter.ts';
import { type StockRow, sizesOf, stockRows } from '../stock-rows.ts';
import { stockColumns } from './stock-columns.tsx';
import { StockPaper, sumOf, worthOfAll } from './stock-paper.tsx';

const STOCK_EXPORTS = [{ list: 'stock', label: 'Estoque' }] as const;

/** So many sizes stand side by side on a laptop. */
const MOST_SIZES = 10;

/** What is on hand of every followed product. Sellers read it. */
export function StockPage() {
  const isAdmin = useSession()?.user.admin === true;
  const { beside, changeBeside: change } = useBeside(stockFilter);
  const { search, only, day, plain, order } = beside;
  const today = useToday();
  const past = day !== '' && day < today ? day : undefined;
  const query = useQuery({ ...stockQuery(false, past), placeholderData: keepPreviousData });
  const products = query.data?.products;
  const [opened, setOpened] = useState<number>();
  const { rows, found, sizes } = useMemo(() => {
    const isFound = foundBy(search);
    const found = products?.filter(
      (product) => isFound(product) && (!only || isOfStock(product, only, past ?? today)),
    );
    // Beside the missing sizes of a model stand those that are there.
    const ids = new Set(found?.map(({ id }) => id));
    const rows =
      found && products
        ? stockRows(plain ? found : products, order, plain).filter((row) =>
            row.products.some(({ id }) => ids.has(id)),
          )
        : undefined;
    return { rows, found, sizes: sizesOf(rows ?? []) };
  }, [products, search, only, past, today, plain, order]);
  const when = past ? [`No fim de ${formatDay(past)}`] : [];
  const { first, more } = useFirstRows(rows);
  const row = rows?.find(({ id }) => id === opened);
  const least = `${10 + sizes.length * 3.5 + 33.5}rem`;

  return (
    <Screen
      title="ESTOQUE"
      help={isAdmin ? 'estoque' : 'contar-o-estoque'}
      gap="6px 12px"
      paper={
        found ? (
          <StockPaper of={found} about={[...when, only && FILTER_WORDS[only], search]} />
        ) : null
      }
      tools={
        <>
          {isAdmin && (
            <Button component={Link} to={paths.delivery}>
              Entrada
            </Button>
          )}
          <Button component={Link} to={paths.counts} variant="default">
            Contagem
          </Button>
          {isAdmin && (
            <>
              <Button component={Link} to={paths.purchase} variant="default">
                Comprar
              </Button>
              <PrintButton disabled={!found?.length || query.isPlaceholderData} />
              <ExportButton
                lists={STOCK_EXPORTS}
                filter={{
                  ...{ search, ...(only && { stockOnly: only }), ...(past && { stockDay: past }) },
                }}
              />
            </>
          )}
        </>
      }
    >
      <FilterFold applied={{ search, only, day }}>
        <Group gap="8px 16px" mb={10}>
          <SearchForm
            label="Buscar produto"
            searched={search}
            onSearch={(text) => change({ search: text.trim() })}
          />
          <Chips
            label="Mostrar só"
            of={STOCK_FILTERS}
            words={(each) => FILTER_WORDS[each]}
            chosen={(each) => each === only}
            onPick={(each) => change({ only: only === each ? '' : each })}
          />
          <DayField day={day} onDay={(day) => change({ day })} />
          <Checkbox
            label="Um produto por linha"
            checked={plain}
            onChange={(event) => change({ plain: event.currentTarget.checked })}
          />
        </Group>
      </FilterFold>
      <p role="status" className={classes.found}>
        {found &&
          [...when, `${sumOf(found)}, ${formatCents(worthOfAll(found))} a preço de venda`].join(
            ': ',
          )}
      </p>
      {query.data?.hidden && (
        <Text c="dimmed" mb="sm">
          Uma contagem às cegas está aberta: até ela acabar, os produtos dela não aparecem aqui.
        </Text>
      )}
      <ListFrame
        list={query}
        failed="O estoque não pôde ser carregado"
        empty={
          rows?.length === 0 ? (
            <Nothing
              isAdmin={isAdmin}
              onAll={
                products?.length || day
                  ? () => change({ search: '', only: '', day: '' })
                  : undefined
              }
            />
          ) : undefined
        }
      >
        <div
          className={classes.sizes}
          style={{ '--least': least } as CSSProperties}
          data-many={sizes.length > MOST_SIZES || undefined}
        >
          <DataTable
            rows={first}
            columns={stockColumns(sizes)}
            order={order}
            onOrder={(order) => change({ order })}
            {...(isAdmin && !past && { onOpen: ({ id }: StockRow) => setOpened(id) })}
          />
        </div>
        {more}
      </ListFrame>
      {row && <ProductDialog row={row} onClose={() => setOpened(undefined)} />}
    </Screen>
  );
}

const FIRST_DAY = '2000-01-01';

/** An earlier day whose end is shown; what is half typed is none yet. */
function DayField({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const [typed, setTyped] = useInput(day);
  return (
    <Group component="label" gap={8} wrap="nowrap">
      No fim do dia
      <TextInput
        type="date"
        min={FIRST_DAY}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          if (value === '' || value >= FIRST_DAY) onDay(value);
        }}
      />
    </Group>
  );
}

type NothingProps = { isAdmin: boolean; onAll: (() => void) | undefined };

function Nothing({ isAdmin, onAll }: NothingProps) {
  return onAll ? (
    <NothingListed title="Nenhum produto com estoque é assim">
      <Button variant="default" mt="sm" onClick={onAll}>
        Mostrar todos
      </Button>
    </NothingListed>
  ) : (
    <NothingListed title="Nenhum produto com estoque ainda">
      <p>
        Um produto passa a ter estoque com a primeira entrada ou contagem; as vendas dele passam a
        descontar sozinhas. Os outros continuam como estão.
      </p>
      {isAdmin && (
        <Group justify="center" gap={8}>
          <Button component={Link} to={paths.delivery}>
            Registrar uma entrada
          </Button>
          <Button component={Link} to={paths.counts} variant="default">
            Contar o que há
          </Button>
        </Group>
      )}
    </NothingListed>
  );
}
