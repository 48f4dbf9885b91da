import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../navigation/paths.ts';
import { productsIn, whole } from '../../../ui/counts.ts';
import { onHandQuery } from '../../stock/stock.queries.ts';
import { lackOf } from '../../stock/stock-rows.ts';

/** How many products are missing, or fewer than their minimum; nothing where none is. */
export function StockLine() {
  const { data } = useQuery(onHandQuery);
  const missing = data?.products.filter((product) => lackOf(product) === 'missing').length ?? 0;
  const below = data?.products.filter((product) => lackOf(product) === 'below').length ?? 0;
  if (missing + below === 0) return null;
  return (
    <Text mb="sm" className="screen-only" fw={600} c="var(--warning-text)">
      Estoque: {missing > 0 && <To only="missing">{`${productsIn(missing)} em falta`}</To>}
      {missing > 0 && below > 0 && ' · '}
      {below > 0 && <To only="below">{`${whole(below)} abaixo do mínimo`}</To>}
    </Text>
  );
}

const To = ({ only, children }: { only: 'missing' | 'below'; children: string }) => (
  <Anchor
    inherit
    c="inherit"
    underline="always"
    renderRoot={(props) => <Link {...props} to={paths.stock} search={{ only }} />}
  >
    {children}
  </Anchor>
);
