import type { Dashboard, PeriodSums } from '@balcao/contract/dashboard.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { whole } from '../../../ui/counts.ts';
import { FigureLink } from '../../../ui/lists/figure-link.tsx';
import { comparisonsOf } from '../period/comparisons.ts';
import { partName, weekdayOfDay } from '../period/dashboard-filter.ts';
import classes from './section.module.css';
import { daysOf, SalesLink, Section, salesOf, soldNothing } from './section.tsx';

const TITLES = { day: 'Por dia', month: 'Por mês', year: 'Por ano' };
const NAMES = { day: 'Dia', month: 'Mês', year: 'Ano' };

/**
 * Days beside those before, in their order; months and years beside those of the year before. All net, as in
 * the period report.
 */
export function ByDay({ dashboard }: { dashboard: Dashboard }) {
  const { days, unit } = dashboard;
  const { shown } = comparisonsOf(dashboard);
  const named = (part: PeriodSums) =>
    `${partName(unit, part.startDate)}${unit === 'day' ? ` ${weekdayOfDay(part.startDate)}` : ''}`;
  // Days beside those before, longer parts beside those of the year before; or what there is.
  const beside = unit === 'day' ? shown[0]?.key : shown.at(-1)?.key;
  const bars = days.period.map((part, place) => ({
    name: partName(unit, part.startDate),
    now: part.net,
    ...(beside === 'before' && { before: days.before[place]?.net ?? 0 }),
    ...(beside === 'year_ago' && { yearAgo: days.year_ago[place]?.net ?? 0 }),
  }));
  // One bar would compare nothing.
  const single = bars.length === 1;
  return (
    <Section
      key={single ? 'table' : 'chart'}
      dashboard={dashboard}
      title={TITLES[unit]}
      wide
      hidesTable={!single}
      chart={
        soldNothing(dashboard)
          ? null
          : single
            ? undefined
            : {
                bars,
                height: 260,
                opens: (place) => {
                  const part = days.period[place];
                  return part && salesOf(part);
                },
              }
      }
      columns={[
        NAMES[unit],
        'Vendas',
        'Vendido',
        'Devolvido',
        'Líquido',
        ...shown.map(({ label }) => label),
      ]}
      rows={days.period.map((part, place) => [
        <SalesLink key={part.startDate} period={part}>
          {named(part)}
        </SalesLink>,
        whole(part.sales),
        <FigureLink key="sold" of={{ ...daysOf(part), kind: 'sale' }}>
          {formatReais(part.sold)}
        </FigureLink>,
        <FigureLink key="returned" of={{ ...daysOf(part), kind: 'returned' }}>
          {formatReais(part.returned)}
        </FigureLink>,
        <FigureLink key="net" of={daysOf(part)}>
          {formatReais(part.net)}
        </FigureLink>,
        ...shown.map(({ key }) => <Other key={key} part={days[key][place]} named={named} />),
      ])}
    />
  );
}

type OtherProps = { part: PeriodSums | undefined; named: (part: PeriodSums) => string };

/** Which day it is compared with is said too: it may be another weekday. */
function Other({ part, named }: OtherProps) {
  return (
    part && (
      <>
        <FigureLink of={daysOf(part)}>{formatReais(part.net)}</FigureLink>{' '}
        <span className={classes.quiet}>{named(part)}</span>
      </>
    )
  );
}
