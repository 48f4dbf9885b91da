import { whole } from '../../ui/counts.ts';
import { Chips } from '../../ui/fields/chips.tsx';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { formatReais } from '@balcao/domain/money.ts';
import { Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusBack } from '../../ui/fields/focus.ts';
import { FigureLink } from '../../ui/lists/figure-link.tsx';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PaperTable } from '../../ui/paper/paper-table.tsx';
import { LazyBars } from '../dashboard/charts/lazy-bars.tsx';
import { partName } from '../dashboard/period/dashboard-filter.ts';
import type { ProductRow } from './product-rows.ts';
import { entriesOf, PRODUCT_SALES_KEY, readProductMonths } from './product-sales.queries.ts';
import type { ProductSalesFilter } from './product-sales-filter.ts';

type Props = { product: ProductRow; filter: ProductSalesFilter; onClose: () => void };

const CHART_HEIGHT = 220;
const COUNTS = [12, 24] as const;

/** The months of one product up to the period's, as a chart and a table. */
export function ProductMonthsDialog({ product, filter, onClose }: Props) {
  useFocusBack();
  const [count, setCount] = useState<number>(COUNTS[0]);
  const query = useQuery({
    queryKey: [...PRODUCT_SALES_KEY, 'months', product.id, filter],
    queryFn: ({ signal }) => readProductMonths(product.id, filter, signal),
    meta: { failure: 'The months of the product could not be loaded' },
  });
  const months = query.data?.months.slice(-count);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={`${query.data?.name ?? product.name}, mês a mês`}
    >
      <Stack gap="sm">
        <Chips
          label="Quantos meses"
          of={COUNTS}
          words={(each) => `${each} meses`}
          chosen={(each) => each === count}
          onPick={setCount}
          look={{ size: 'compact-sm' }}
        />
        <LoadNotice query={query} failed="Os meses não puderam ser carregados." />
        {query.isPending && <Loader aria-label="Carregando" />}
        {months && (
          <>
            <LazyBars
              height={CHART_HEIGHT}
              bars={months.map(({ startDate, net }) => ({
                name: partName('month', startDate),
                now: net,
              }))}
            />
            <PaperTable
              label="Meses"
              columns={[
                { title: 'Mês', head: true },
                { title: 'Qtd.', figures: true },
                { title: 'Líquido', figures: true },
              ]}
              rows={months.toReversed().map(({ startDate, endDate, units, net }) => {
                const entries = entriesOf(filter, { startDate, endDate }, { product: product.id });
                return {
                  cells: [
                    partName('month', startDate),
                    whole(units),
                    <FigureLink key={startDate} of={units !== 0 || net !== 0 ? entries : undefined}>
                      {formatReais(net)}
                    </FigureLink>,
                  ],
                  ...(units === 0 && net === 0 && { mark: 'quiet' as const }),
                };
              })}
            />
            <Text inherit fz="sm" c="dimmed">
              Vendido menos o que voltou, depois dos descontos.
            </Text>
          </>
        )}
      </Stack>
    </Modal>
  );
}
