import { isOfStock, STOCK_FILTERS } from '@balcao/domain/product/stock.ts';
import { Button, Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type CSSProperties, useId, useMemo, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { paths } from '../../../navigation/paths.ts';
import { useToday } from '../../../storage/server-clock.ts';
import { sum } from '../../../ui/counts.ts';
import { PageTitle } from '../../../ui/help-link.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { FilterFold } from '../../../ui/lists/filter-form.tsx';
import { ListFrame, NothingListed } from '../../../ui/lists/list-frame.tsx';
import { useFirstRows } from '../../../ui/lists/pager/use-first-rows.tsx';
import { SearchForm } from '../../../ui/lists/search-form.tsx';
import { ExportButton } from '../../exports/export-button.tsx';
import { foundBy } from '../../products/search/product-index.ts';
import { ProductDialog } from '../product/product-dialog.tsx';
import classes from '../stock.module.css';
import { stockQuery } from '../stock.queries.ts';
import { piecesOf, type StockRow, sizesOf, stockRows } from '../stock-rows.ts';
import { FILTER_WORDS, readStockLook, readStockSearch } from './stock-address.ts';
import { stockColumns } from './stock-columns.tsx';

const EXPORTS = [{ list: 'stock', label: 'Estoque' }] as const;

/** So many sizes stand side by side on a laptop. */
const MOST_SIZES = 12;

/** What is on hand of every followed product. Sellers read it. */
export function StockPage() {
  const headingId = useId();
  const isAdmin = useSession()?.user.admin === true;
  const { look, change } = useLook();
  const { search, only, plain, order } = look;
  const query = useQuery(stockQuery());
  const products = query.data?.products;
  const [opened, setOpened] = useState<number>();
  const day = useToday();
  const { rows, found, sizes } = useMemo(() => {
    const isFound = foundBy(search);
    const found = products?.filter(
      (product) => isFound(product) && (!only || isOfStock(product, only, day)),
    );
    // Beside what is missing of a model stands what is there of it.
    const ids = new Set(found?.map(({ id }) => id));
    const rows =
      found && products
        ? stockRows(plain ? found : products, order, plain).filter((row) =>
            row.products.some(({ id }) => ids.has(id)),
          )
        : undefined;
    return { rows, found, sizes: sizesOf(rows ?? []) };
  }, [products, search, only, plain, order, day]);
  const { first, more } = useFirstRows(rows);
  const row = rows?.find(({ id }) => id === opened);
  const least = `${10 + sizes.length * 3.5 + 24.5}rem`;

  return (
    <>
      <Group gap="6px 12px" mb="sm">
        <PageTitle help={isAdmin ? 'estoque' : 'contar-o-estoque'} id={headingId}>
          ESTOQUE
        </PageTitle>
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
            <ExportButton lists={EXPORTS} filter={{ search, ...(only && { stockOnly: only }) }} />
          </>
        )}
      </Group>
      <FilterFold applied={{ search, only }}>
        <Group gap="8px 16px" mb={10}>
          <SearchForm
            label="Buscar produto"
            searched={search}
            onSearch={(text) => change({ search: text.trim() })}
          />
          <Group role="group" aria-label="Mostrar só" gap={6}>
            {STOCK_FILTERS.map((each) => (
              <Button
                key={each}
                px="sm"
                fw={500}
                variant={only === each ? 'light' : 'default'}
                aria-pressed={only === each}
                onClick={() => change({ only: only === each ? '' : each })}
              >
                {FILTER_WORDS[each]}
              </Button>
            ))}
          </Group>
          <Checkbox
            label="Um produto por linha"
            checked={plain}
            onChange={(event) => change({ plain: event.currentTarget.checked })}
          />
        </Group>
      </FilterFold>
      <p role="status" className={classes.found}>
        {found && piecesOf(found.length, sum(found.map(({ on_hand }) => on_hand ?? 0)))}
      </p>
      <ListFrame
        list={{ ...query, isPlaceholderData: false }}
        failed="O estoque não pôde ser carregado"
        empty={
          rows?.length === 0 ? (
            <Nothing
              isAdmin={isAdmin}
              onAll={products?.length ? () => change({ search: '', only: '' }) : undefined}
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
            labelledBy={headingId}
            rows={first}
            columns={stockColumns(sizes)}
            order={order}
            onOrder={(order) => change({ order })}
            {...(isAdmin && { onOpen: ({ id }: StockRow) => setOpened(id) })}
          />
        </div>
        {more}
      </ListFrame>
      {row && <ProductDialog row={row} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function useLook() {
  const look = readStockLook(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (part: { search?: string; only?: string; plain?: boolean; order?: string }) =>
    void navigate({
      to: '.',
      search: readStockSearch({ ...look, ...part }),
      replace: true,
      resetScroll: false,
    });
  return { look, change };
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
