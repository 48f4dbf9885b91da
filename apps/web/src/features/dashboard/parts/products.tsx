import type { Dashboard, ProductSums } from '@balcao/contract/dashboard.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../navigation/paths.ts';
import { LazyBars } from '../charts/lazy-bars.tsx';
import { type Comparison, comparisonsOf } from '../period/comparisons.ts';
import type { DashboardPeriod } from '../period/dashboard-address.ts';
import { NothingSold } from './nothing-sold.tsx';
import { SalesLink, salesSearch } from './sales-link.tsx';
import { Section } from './section.tsx';
import table from './table.module.css';

const MOST_BARS = 10;
const whole = (count: number) => count.toLocaleString('pt-BR');

const UNITS = {
  before: { label: 'Qtd. antes', of: (product: ProductSums) => product.units_before },
  year_ago: { label: 'Qtd. um ano antes', of: (product: ProductSums) => product.units_year_ago },
} satisfies Record<Comparison['key'], unknown>;

export function TopProducts({ dashboard }: { dashboard: Dashboard }) {
  const { products, period } = dashboard;
  const compared = comparisonsOf(dashboard).shown.map(({ key }) => ({ key, ...UNITS[key] }));
  const hasYearAgo = compared.some(({ key }) => key === 'year_ago');
  const navigate = useNavigate();
  const { top, others } = products;
  const open = (place: number) => {
    const id = top[place]?.id;
    if (id)
      void navigate({ to: paths.sales, search: { ...salesSearch(period), products: String(id) } });
  };
  const bars = top.slice(0, MOST_BARS).map(({ name, net, year_ago }) => ({
    name,
    now: net,
    ...(hasYearAgo && { yearAgo: year_ago }),
  }));
  return (
    <Section
      title="Produtos mais vendidos"
      chart={
        top.length === 0 ? (
          <NothingSold dashboard={dashboard} />
        ) : (
          <LazyBars lying bars={bars} height={70 + 32 * bars.length} onOpen={open} />
        )
      }
    >
      {(titleId) =>
        top.length > 0 && (
          <table aria-labelledby={titleId} className={table.table}>
            <thead>
              <tr>
                <th scope="col">Produto</th>
                <th scope="col">Qtd.</th>
                <th scope="col">Líquido</th>
                {compared.map(({ key, label }) => (
                  <th key={key} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {top.map((product) => (
                <tr key={product.id}>
                  <ProductName product={product} period={period} />
                  <td>{whole(product.units)}</td>
                  <td>{formatReais(product.net)}</td>
                  {compared.map(({ key, of }) => (
                    <td key={key}>{whole(of(product))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              {others.count > 0 && (
                <tr>
                  <th scope="row">
                    {others.count === 1
                      ? 'Outro produto'
                      : `Outros ${whole(others.count)} produtos`}
                  </th>
                  <td />
                  <td>{formatReais(others.net)}</td>
                  {compared.map(({ key }) => (
                    <td key={key} />
                  ))}
                </tr>
              )}
              <tr>
                <th scope="row">Total</th>
                <td />
                <td>{formatReais(period.net)}</td>
                {compared.map(({ key }) => (
                  <td key={key} />
                ))}
              </tr>
            </tfoot>
          </table>
        )
      }
    </Section>
  );
}

/** Products that were sold a year before, and not at all now. */
export function GoneProducts({ dashboard }: { dashboard: Dashboard }) {
  const { products, year_ago } = dashboard;
  const { absent, since } = comparisonsOf(dashboard);
  return (
    <Section title="Vendidos um ano antes, e agora não">
      {(titleId) =>
        products.gone.length === 0 ? (
          <Text c="dimmed">
            {year_ago.sales === 0
              ? absent.length > 0
                ? `${since}.`
                : 'Um ano antes não há vendas. Escolha outro período para comparar.'
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
