import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { formatReais } from '@balcao/domain/money.ts';
import { Anchor, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { entriesLink } from '../../navigation/entries-link.ts';
import { useFocusBack } from '../../ui/fields/focus.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PaperTable } from '../../ui/paper/paper-table.tsx';
import { LazyBars } from '../dashboard/charts/lazy-bars.tsx';
import { partName } from '../dashboard/period/dashboard-address.ts';
import type { ProductRow } from './product-rows.ts';
import { entriesOf, PRODUCT_SALES_KEY, readProductMonths } from './product-sales.queries.ts';
import type { ProductSalesFilter } from './product-sales-address.ts';

type Props = { product: ProductRow; filter: ProductSalesFilter; onClose: () => void };

const CHART_HEIGHT = 220;

/** The months of one product up to the period's, as a chart and a table. */
export function ProductMonthsDialog({ product, filter, onClose }: Props) {
  useFocusBack();
  const [count, setCount] = useState('12');
  const query = useQuery({
    queryKey: [...PRODUCT_SALES_KEY, 'months', product.id, filter],
    queryFn: ({ signal }) => readProductMonths(product.id, filter, signal),
    meta: { failure: 'The months of the product could not be loaded' },
  });
  const months = query.data?.months.slice(-Number(count));
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={`${query.data?.name ?? product.name}, mês a mês`}
    >
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Quantos meses"
          data={[
            { value: '12', label: '12 meses' },
            { value: '24', label: '24 meses' },
          ]}
          value={count}
          onChange={setCount}
          data-autofocus
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
                const entries = entriesOf(filter, { startDate, endDate }, product.id);
                return {
                  cells: [
                    partName('month', startDate),
                    units.toLocaleString('pt-BR'),
                    entries && (units !== 0 || net !== 0) ? (
                      <Anchor
                        key={startDate}
                        inherit
                        c="inherit"
                        renderRoot={(props) => <Link {...props} {...entriesLink(entries)} />}
                      >
                        {formatReais(net)}
                      </Anchor>
                    ) : (
                      formatReais(net)
                    ),
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
