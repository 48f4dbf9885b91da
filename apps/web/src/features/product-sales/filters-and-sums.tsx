import type { ProductSales } from '@balcao/contract/products/product-sales.ts';
import { INCOMES } from '@balcao/domain/income.ts';
import { formatReais, sumReais } from '@balcao/domain/money.ts';
import { Group, Select } from '@mantine/core';
import { productsIn, whole } from '../../ui/counts.ts';
import { FigureLink } from '../../ui/lists/figure-link.tsx';
import { useIncomeName } from '../institution/income-names.ts';
import { ClassFilter } from '../people/list/class-filter.tsx';
import classes from './product-sales.module.css';
import { entriesOf } from './product-sales.queries.ts';
import type { ProductSalesFilter } from './product-sales-filter.ts';

type FiltersProps = {
  applied: ProductSalesFilter;
  sales: ProductSales | undefined;
  onChoose: (part: Partial<ProductSalesFilter>) => void;
};

/** Each applies at once. The institutions show where any product has one. */
export function Filters({ applied, sales, onChoose }: FiltersProps) {
  const nameOf = useIncomeName();
  const sellers = sales?.sellers.map(({ id, name }) => ({ value: `${id}`, label: name })) ?? [];
  const isKnown = applied.seller === '' || sellers.some(({ value }) => value === applied.seller);
  const split = applied.income !== '' || sales?.products.some(({ income }) => income !== null);
  return (
    <Group gap="8px 12px" mt={10}>
      <Select
        aria-label="Vendedor"
        placeholder="Todos os vendedores"
        w="14rem"
        data={
          isKnown ? sellers : [...sellers, { value: applied.seller, label: `nº ${applied.seller}` }]
        }
        value={applied.seller || null}
        onChange={(seller) => onChoose({ seller: seller ?? '' })}
        searchable
        clearable
        nothingFoundMessage="Ninguém com este nome vendeu no período"
      />
      <ClassFilter value={applied.class} onChange={(ofClass) => onChoose({ class: ofClass })} />
      {split && (
        <Select
          aria-label="Receita de"
          placeholder="Receita de todos"
          w="16rem"
          data={[
            ...INCOMES.map((income) => ({ value: income as string, label: nameOf(income) })),
            { value: 'both', label: nameOf(null) },
          ]}
          value={applied.income || null}
          onChange={(income) =>
            onChoose({ income: (income ?? '') as ProductSalesFilter['income'] })
          }
          clearable
        />
      )}
    </Group>
  );
}

/** The sum of the list, and the part of each institution. */
export function Sums({ sales, filter }: { sales: ProductSales; filter: ProductSalesFilter }) {
  const nameOf = useIncomeName();
  const { products, total } = sales;
  const split = filter.income === '' && products.some(({ income }) => income !== null);
  const netOf = (of: ProductSales['products'][number]['income']) =>
    sumReais(products.filter(({ income }) => income === of).map(({ net }) => net));
  const sold = products.filter(({ units, net }) => units !== 0 || net !== 0).length;
  return (
    <div className={classes.sums} role="status">
      <span>
        {productsIn(sold)} · {whole(total.units)} un. · <b>{formatReais(total.net)}</b> líquido
      </span>
      <span className={classes.quiet}>
        um ano antes {whole(total.units_year_ago)} un. · {formatReais(total.year_ago)}
      </span>
      {split &&
        [...INCOMES, null].map((income) => (
          <span key={income ?? 'both'}>
            {nameOf(income)}:{' '}
            <b>
              <FigureLink of={entriesOf(filter, filter, { income: income ?? 'both' })}>
                {formatReais(netOf(income))}
              </FigureLink>
            </b>
          </span>
        ))}
    </div>
  );
}
