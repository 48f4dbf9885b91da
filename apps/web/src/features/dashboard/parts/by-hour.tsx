import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { centsOfSum, formatReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { LazyBars } from '../charts/lazy-bars.tsx';
import { weekdayName } from '../period/dashboard-address.ts';
import { NothingSold } from './nothing-sold.tsx';
import { SalesLink } from './sales-link.tsx';
import { Section } from './section.tsx';
import table from './table.module.css';

/** From Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

type Hours = Dashboard['hours'];

const sold = (parts: Hours) => reaisFromCents(sumCents(parts.map((part) => centsOfSum(part.sold))));

/** Sales in each hour of each weekday; the fuller the colour, the more. */
export function ByHour({ dashboard }: { dashboard: Dashboard }) {
  const { hours, period } = dashboard;
  const shown = hoursBetween(hours);
  const most = Math.max(...hours.map((part) => part.sold), 0);
  const at = (hour: number, weekday?: number) =>
    hours.filter(
      (part) => part.hour === hour && (weekday === undefined || part.weekday === weekday),
    );
  return (
    <Section
      title="Por hora e dia da semana"
      note={<SalesLink period={period}>Vendas do período</SalesLink>}
      wide
      chart={
        hours.length === 0 ? (
          <NothingSold dashboard={dashboard} />
        ) : (
          <LazyBars
            height={180}
            bars={shown.map((hour) => ({ name: `${hour}h`, now: sold(at(hour)) }))}
          />
        )
      }
    >
      {(titleId) =>
        hours.length > 0 && (
          <table aria-labelledby={titleId} className={table.table} data-dense>
            <thead>
              <tr>
                <th scope="col">Hora</th>
                {WEEK.map((weekday) => (
                  <th key={weekday} scope="col">
                    {weekdayName(weekday)}
                  </th>
                ))}
                <th scope="col">Vendas</th>
                <th scope="col">Vendido</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((hour) => (
                <tr key={hour}>
                  <th scope="row">{hour}h</th>
                  {WEEK.map((weekday) => {
                    const amount = sold(at(hour, weekday));
                    const share = most > 0 ? Math.round((amount / most) * 55) : 0;
                    return (
                      <td
                        key={weekday}
                        style={{
                          background: `color-mix(in srgb, var(--mantine-color-petrol-4) ${share}%, transparent)`,
                        }}
                      >
                        {amount > 0 && formatReais(amount)}
                      </td>
                    );
                  })}
                  <td>{at(hour).reduce((all, part) => all + part.sales, 0)}</td>
                  <td>{formatReais(sold(at(hour)))}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                {WEEK.map((weekday) => (
                  <td key={weekday}>
                    {formatReais(sold(hours.filter((part) => part.weekday === weekday)))}
                  </td>
                ))}
                <td>{period.sales.toLocaleString('pt-BR')}</td>
                <td>{formatReais(period.sold)}</td>
              </tr>
            </tfoot>
          </table>
        )
      }
    </Section>
  );
}

/** Also the hours between in which nothing was sold. */
function hoursBetween(hours: Hours): number[] {
  if (hours.length === 0) return [];
  const all = hours.map(({ hour }) => hour);
  const first = Math.min(...all);
  return Array.from({ length: Math.max(...all) - first + 1 }, (_, place) => first + place);
}
