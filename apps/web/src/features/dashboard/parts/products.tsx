import type { Dashboard, ProductSums } from '@balcao/contract/dashboard.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { whole } from '../../../ui/counts.ts';
import { FigureLink } from '../../../ui/lists/figure-link.tsx';
import type { Days } from '../../../ui/lists/filter.ts';
import { type Comparison, comparisonsOf } from '../period/comparisons.ts';
import classes from './section.module.css';
import { daysOf, SalesLink, Section, salesOf } from './section.tsx';

const MOST_BARS = 10;

const UNITS = {
  before: { label: 'Qtd. antes', of: (product: ProductSums) => product.units_before },
  year_ago: { label: 'Qtd. um ano antes', of: (product: ProductSums) => product.units_year_ago },
} satisfies Record<Comparison['key'], unknown>;

export function TopProducts({ dashboard }: { dashboard: Dashboard }) {
  const { products, period } = dashboard;
  const compared = comparisonsOf(dashboard).shown.map(({ key }) => ({ key, ...UNITS[key] }));
  const hasYearAgo = compared.some(({ key }) => key === 'year_ago');
  const { top, others } = products;
  const bars = top.slice(0, MOST_BARS).map(({ name, net, year_ago }) => ({
    name,
    now: net,
    ...(hasYearAgo && { yearAgo: year_ago }),
  }));
  const noUnits = compared.map(() => '');
  return (
    <Section
      dashboard={dashboard}
      title="Produtos mais vendidos"
      chart={
        top.length === 0
          ? null
          : {
              lying: true,
              bars,
              height: 70 + 32 * bars.length,
              opens: (place) => {
                const product = top[place];
                return product && salesOf(period, { products: String(product.id) });
              },
            }
      }
      columns={['Produto', 'Qtd.', 'Líquido', ...compared.map(({ label }) => label)]}
      rows={top.map((product) => [
        <ProductName key={product.id} product={product} period={period} />,
        whole(product.units),
        <FigureLink key="net" of={{ ...daysOf(period), product: product.id }}>
          {formatReais(product.net)}
        </FigureLink>,
        ...compared.map(({ of }) => whole(of(product))),
      ])}
      foot={[
        ...(others.count > 0
          ? [[othersName(others.count), '', formatReais(others.net), ...noUnits]]
          : []),
        ['Total', '', formatReais(period.net), ...noUnits],
      ]}
    />
  );
}

const othersName = (count: number) =>
  count === 1 ? 'Outro produto' : `Outros ${whole(count)} produtos`;

function ProductName({ product, period }: { product: ProductSums; period: Days }) {
  return (
    <>
      <SalesLink period={period} filter={{ products: String(product.id) }}>
        {product.name}
      </SalesLink>{' '}
      <span className={classes.quiet}>{product.code}</span>
    </>
  );
}
