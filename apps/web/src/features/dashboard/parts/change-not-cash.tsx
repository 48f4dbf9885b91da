import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { centsOfSum, formatReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { SalesLink } from './sales-link.tsx';
import { Section } from './section.tsx';
import table from './table.module.css';

/** Change that was given although the payment was not cash; only where there is any. */
export function ChangeNotCash({ dashboard }: { dashboard: Dashboard }) {
  const { change_not_cash: rows, sellers, period } = dashboard;
  if (rows.length === 0) return null;
  const all = reaisFromCents(sumCents(rows.map(({ amount }) => centsOfSum(amount))));
  return (
    <Section title="Troco que não saiu de dinheiro">
      {(titleId) => (
        <table aria-labelledby={titleId} className={table.table}>
          <thead>
            <tr>
              <th scope="col">Vendedor</th>
              <th scope="col">Vendas</th>
              <th scope="col">Troco</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ seller, sales, amount }) => {
              const name = sellers.find(({ id }) => id === seller)?.name ?? '';
              return (
                <tr key={seller}>
                  <th scope="row">
                    <SalesLink period={period} search={name}>
                      {name}
                    </SalesLink>
                  </th>
                  <td>{sales.toLocaleString('pt-BR')}</td>
                  <td>{formatReais(amount)}</td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{rows.reduce((sum, { sales }) => sum + sales, 0).toLocaleString('pt-BR')}</td>
              <td>{formatReais(all)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Section>
  );
}
