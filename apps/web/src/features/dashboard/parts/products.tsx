import type { Dashboard, ProductSums } from '@balcao/contract/dashboard.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../navigation/paths.ts';
import type { DashboardPeriod } from '../period/dashboard-address.ts';
import { LazyBars } from './lazy-bars.tsx';
import { SalesLink, salesSearch } from './sales-link.tsx';
import { Section } from './section.tsx';
import table from './table.module.css';

const MOST_BARS = 10;
const whole = (count: number) => count.toLocaleString('pt-BR');

export function TopProducts({ dashboard: { products, period } }: { dashboard: Dashboard }) {
  const navigate = useNavigate();
  const { top, others } = products;
  const open = (place: number) => {
    const id = top[place]?.id;
    if (id)
      void navigate({ to: paths.sales, search: { ...salesSearch(period), products: String(id) } });
  };
  const bars = top
    .slice(0, MOST_BARS)
    .map(({ name, net, year_ago }) => ({ name, now: net, yearAgo: year_ago }));
  return (
    <Section
      title="Produtos mais vendidos"
      chart={
        top.length > 0 && (
          <LazyBars lying bars={bars} height={70 + 32 * bars.length} onOpen={open} />
        )
      }
    >
      {(titleId) => (
        <table aria-labelledby={titleId} className={table.table}>
          <thead>
            <tr>
              <th scope="col">Produto</th>
              <th scope="col">Qtd.</th>
              <th scope="col">Líquido</th>
              <th scope="col">Qtd. antes</th>
              <th scope="col">Qtd. um ano antes</th>
            </tr>
          </thead>
          <tbody>
            {top.map((product) => (
              <tr key={product.id}>
                <ProductName product={product} period={period} />
                <td>{whole(product.units)}</td>
                <td>{formatReais(product.net)}</td>
                <td>{whole(product.units_before)}</td>
                <td>{whole(product.units_year_ago)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {others.count > 0 && (
              <tr>
                <th scope="row">
                  {others.count === 1 ? 'Outro produto' : `Outros ${whole(others.count)} produtos`}
                </th>
                <td />
                <td>{formatReais(others.net)}</td>
                <td />
                <td />
              </tr>
            )}
            <tr>
              <th scope="row">Total</th>
              <td />
              <td>{formatReais(period.net)}</td>
              <td />
              <td />
            </tr>
          </tfoot>
        </table>
      )}
    </Section>
  );
}

/** What was sold a year before, and not at all now. */
export function GoneProducts({ dashboard }: { dashboard: Dashboard }) {
  const { products, year_ago } = dashboard;
  return (
    <Section title="Vendidos um ano antes, e agora não">
      {(titleId) =>
        products.gone.length === 0 ? (
          <Text c="dimmed">
            {year_ago.sales === 0
              ? 'Um ano antes não há vendas.'
              : 'Tudo o que se vendeu um ano antes também se vendeu agora.'}
          </Text>
        ) : (
          <table aria-labelledby={titleId} className={table.table}>
            <thead>
              <tr>
                <th scope="col">Produto</th>
                <th scope="col">Qtd. um ano antes</th>
                <th scope="col">Líquido um ano antes</th>
              </tr>
            </thead>
            <tbody>
              {products.gone.map((product) => (
                <tr key={product.id}>
                  <ProductName product={product} period={year_ago} />
                  <td>{whole(product.units_year_ago)}</td>
                  <td>{formatReais(product.year_ago)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Section>
  );
}

function ProductName({ product, period }: { product: ProductSums; period: DashboardPeriod }) {
  return (
    <th scope="row">
      <SalesLink period={period} products={String(product.id)}>
        {product.name}
      </SalesLink>{' '}
      <span className={table.quiet}>{product.code}</span>
    </th>
  );
}
