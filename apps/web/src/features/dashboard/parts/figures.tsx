import type { Dashboard, PeriodSums } from '@balcao/contract/dashboard.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Paper } from '@mantine/core';
import { comparisonsOf } from '../period/comparisons.ts';
import { Change } from './change.tsx';
import classes from './figures.module.css';
import { SalesLink } from './sales-link.tsx';

const whole = (count: number) => count.toLocaleString('pt-BR');
const returnsIn = (count: number) => {
  if (count === 0) return '';
  return count === 1 ? '1 devolução ou troca' : `${whole(count)} devoluções e trocas`;
};

/** The four figures of the period, each beside those of the other two. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { period } = dashboard;
  const { shown, absent, since } = comparisonsOf(dashboard);
  const figures: {
    name: string;
    of: (sums: PeriodSums) => number | null;
    money?: boolean;
    note?: string;
    /** Returned items may have been sold in another period. */
    noLink?: boolean;
  }[] = [
    {
      name: 'Vendido',
      of: ({ sold }) => sold,
      money: true,
      note: period.returned > 0 ? `líquido de devoluções ${formatReais(period.net)}` : '',
    },
    { name: 'Vendas', of: ({ sales }) => sales },
    { name: 'Média por venda', of: ({ average }) => average, money: true },
    {
      name: 'Devoluções',
      of: ({ returned }) => returned,
      money: true,
      note: returnsIn(period.returns),
      noLink: true,
    },
  ];
  return (
    <section aria-label="Resumo" className={classes.figures}>
      {figures.map(({ name, of, money = false, note, noLink = false }) => {
        const words = (value: number | null) =>
          value === null ? '—' : money ? formatReais(value) : whole(value);
        return (
          <Paper key={name} withBorder className={classes.figure}>
            <h2>{name}</h2>
            <p className={classes.amount}>
              {noLink ? (
                words(of(period))
              ) : (
                <SalesLink period={period}>{words(of(period))}</SalesLink>
              )}
            </p>
            <p className={classes.note}>{note}</p>
            <dl>
              {shown.map(({ key, label, sums }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>{words(of(sums))}</dd>
                  <dd>
                    <Change now={of(period)} before={of(sums)} />
                  </dd>
                </div>
              ))}
              {absent.map(({ key, label }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>{since}</dd>
                </div>
              ))}
            </dl>
          </Paper>
        );
      })}
    </section>
  );
}
