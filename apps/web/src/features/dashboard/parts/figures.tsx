import type { Dashboard, PeriodSums } from '@balcao/contract/dashboard.ts';
import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Paper, Skeleton, Text } from '@mantine/core';
import { counted, percent, whole } from '../../../ui/counts.ts';
import { FigureLink } from '../../../ui/lists/figure-link.tsx';
import { comparisonsOf } from '../period/comparisons.ts';
import classes from './dashboard.module.css';
import section from './section.module.css';
import { daysOf } from './section.tsx';

const returnsIn = (count: number) =>
  count === 0 ? '' : counted(count, 'devolução ou troca', 'devoluções e trocas');

/** The four figures of the period, each beside those of the other two. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { period } = dashboard;
  const { shown, absent, since } = comparisonsOf(dashboard);
  const figures: {
    name: string;
    of: (sums: PeriodSums) => number | null;
    money?: boolean;
    note?: string;
    kind: EntriesFilter['kind'] & string;
  }[] = [
    {
      name: 'Vendido',
      kind: 'sale',
      of: ({ sold }) => sold,
      money: true,
      note: period.returned > 0 ? `líquido de devoluções ${formatReais(period.net)}` : '',
    },
    { name: 'Vendas', kind: 'sale', of: ({ sales }) => sales },
    { name: 'Média por venda', kind: 'sale', of: ({ average }) => average, money: true },
    {
      name: 'Devoluções',
      kind: 'returned',
      of: ({ returned }) => returned,
      money: true,
      note: returnsIn(period.returns),
    },
  ];
  return (
    <section aria-label="Resumo" className={classes.figures}>
      {figures.map(({ name, of, money = false, note, kind }) => {
        const words = (value: number | null) =>
          value === null ? '—' : money ? formatReais(value) : whole(value);
        return (
          <Paper key={name} withBorder className={classes.figure}>
            <h2>{name}</h2>
            <p className={classes.amount}>
              <FigureLink of={{ ...daysOf(period), kind }}>{words(of(period))}</FigureLink>
            </p>
            <p className={classes.note}>{note}</p>
            <dl>
              {shown.map(({ key, label, sums }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    <FigureLink of={{ ...daysOf(sums), kind }}>{words(of(sums))}</FigureLink>
                  </dd>
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

/** How much more or less it is, with a word for who does not see the arrow. */
export function Change({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null || before <= 0) return null;
  const change = (now - before) / before;
  const [arrow, word] = change > 0 ? ['▲', 'a mais'] : change < 0 ? ['▼', 'a menos'] : ['=', ''];
  return (
    <Text span inherit className="money" style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden>{arrow} </span>
      {percent(Math.abs(change))}
      <span className="visually-hidden"> {word}</span>
    </Text>
  );
}

/** A skeleton with the height of the part that comes. */
export function WaitingDashboard() {
  return (
    <>
      <div className={classes.figures}>
        {[1, 2, 3, 4].map((place) => (
          <Paper key={place} withBorder className={classes.figure}>
            <Skeleton height={12} width="40%" />
            <Skeleton height={24} width="70%" mt={14} />
          </Paper>
        ))}
      </div>
      {[310, 520, 521].map((height) => (
        <Paper
          key={height}
          withBorder
          className={section.section}
          data-wide={height < 400 || undefined}
        >
          <Skeleton height={14} width="30%" mb={16} />
          <Skeleton height={height - 60} />
        </Paper>
      ))}
    </>
  );
}
