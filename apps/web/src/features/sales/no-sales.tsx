import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { NothingInPeriod, NothingListed } from '../../ui/lists/list-frame.tsx';
import type { SalesFilter } from './sales-address.ts';

type NoSalesProps = { filter: SalesFilter; onShowAll: () => void };

/** Why the list is empty, and how to find more. */
export function NoSales({ filter, onShowAll }: NoSalesProps) {
  const { find, search, startDate, endDate, products } = filter;
  if (!find && !search && !startDate && !endDate && products.length === 0) {
    return (
      <NothingListed title="Nenhuma venda registrada">
        <p>As vendas feitas no balcão aparecem aqui.</p>
        <Button component={Link} to={paths.counter} variant="default">
          Ir para o PDV
        </Button>
      </NothingListed>
    );
  }
  return (
    <NothingInPeriod
      title="Nenhuma venda encontrada com este filtro"
      period={filter}
      hint="Mude o que procura, o período, o vendedor ou os produtos."
    >
      <Button variant="default" onClick={onShowAll}>
        Mostrar todas
      </Button>
    </NothingInPeriod>
  );
}
