import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { NothingInPeriod, NothingListed } from '../../ui/lists/list-frame.tsx';
import { firstStepsQuery } from '../institution/first-steps.queries.ts';
import type { SalesFilter } from './sales-address.ts';

type NoSalesProps = { filter: SalesFilter; onShowAll: () => void };

/** Why the list is empty, and how to find more. */
export function NoSales({ filter, onShowAll }: NoSalesProps) {
  const { data: firstSteps } = useQuery(firstStepsQuery);
  const { order: _, products, ...texts } = filter;
  if (products.length === 0 && Object.values(texts).every((text) => text === '')) {
    return (
      <NothingListed title="Nenhuma venda registrada">
        <p>As vendas feitas no balcão aparecem aqui.</p>
        <Group justify="center" gap="xs">
          <Button component={Link} to={paths.counter} variant="default">
            Ir para o PDV
          </Button>
          {firstSteps?.show && (
            <Button component={Link} to={paths.dashboard} variant="default">
              Primeiros passos
            </Button>
          )}
        </Group>
      </NothingListed>
    );
  }
  return (
    <NothingInPeriod
      title="Nenhuma venda encontrada com este filtro"
      period={filter}
      hint="Mude o que procura, o período ou o resto do filtro."
    >
      <Button variant="default" onClick={onShowAll}>
        Mostrar todas
      </Button>
    </NothingInPeriod>
  );
}
