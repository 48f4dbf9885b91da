import type { Dashboard, PeriodSums } from '@balcao/contract/dashboard.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../navigation/paths.ts';
import { LazyBars } from '../charts/lazy-bars.tsx';
import { comparisonsOf } from '../period/comparisons.ts';
import { partName, weekdayOfDay } from '../period/dashboard-address.ts';
import { NothingSold, soldNothing } from './nothing-sold.tsx';
import { SalesLink, salesSearch } from './sales-link.tsx';
import { Section } from './section.tsx';
import table from './table.module.css';

const TITLES = { day: 'Por dia', month: 'Por mês', year: 'Por ano' };

/**
 * Days beside those before, in their order; months and years beside those of the year before. All net, as in
 * the period report.
 */
export function ByDay({ dashboard }: { dashboard: Dashboard }) {
  const { days, unit } = dashboard;
  const { shown } = comparisonsOf(dashboard);
  const navigate = useNavigate();
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
  const open = (place: number) => {
    const part = days.period[place];
    if (part) void navigate({ to: paths.sales, search: salesSearch(part) });
  };
  return (
    <Section
      title={TITLES[unit]}
      wide
      hidesTable
      chart={
        soldNothing(dashboard) ? (
          <NothingSold dashboard={dashboard} />
        ) : (
          <LazyBars bars={bars} height={260} onOpen={open} />
        )
      }
    >
      {(titleId) => (
        <table aria-labelledby={titleId} className={table.table}>
          <thead>
            <tr>
              <th scope="col">{unit === 'day' ? 'Dia' : unit === 'month' ? 'Mês' : 'Ano'}</th>
              <th scope="col">Vendas</th>
              <th scope="col">Vendido</th>
              <th scope="col">Devolvido</th>
              <th scope="col">Líquido</th>
              {shown.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.period.map((part, place) => (
              <tr key={part.startDate}>
                <th scope="row">
                  <SalesLink period={part}>{named(part)}</SalesLink>
                </th>
                <td>{part.sales.toLocaleString('pt-BR')}</td>
                <td>{formatReais(part.sold)}</td>
                <td>{formatReais(part.returned)}</td>
                <td>{formatReais(part.net)}</td>
                {shown.map(({ key }) => (
                  <Other key={key} part={days[key][place]} named={named} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

type OtherProps = { part: PeriodSums | undefined; named: (part: PeriodSums) => string };

/** Which day it is compared with is said too: it may be another weekday. */
function Other({ part, named }: OtherProps) {
  if (!part) return <td />;
  return (
    <td>
      {formatReais(part.net)} <span className={table.quiet}>{named(part)}</span>
    </td>
  );
}
