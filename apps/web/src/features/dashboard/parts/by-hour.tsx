import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { centsOfSum, formatReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { weekdayName } from '../period/dashboard-address.ts';
import classes from './section.module.css';
import { SalesLink, Section } from './section.tsx';

/** From Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

type Hours = Dashboard['hours'];

const sold = (parts: Hours) => reaisFromCents(sumCents(parts.map((part) => centsOfSum(part.sold))));

/** Sales in each hour of each weekday; the fuller the colour, the more. */
export function ByHour({ dashboard }: { dashboard: Dashboard }) {
  const { hours, period } = dashboard;
  const shown = hoursBetween(hours);
  const most = Math.max(...hours.map((part) => part.sold), 0);
  const at = (hour: number) => hours.filter((part) => part.hour === hour);
  const on = (weekday: number, parts: Hours) => parts.filter((part) => part.weekday === weekday);
  return (
    <Section
      dashboard={dashboard}
      title="Por hora e dia da semana"
      note={<SalesLink period={period}>Vendas do período</SalesLink>}
      wide
      look="dense"
      chart={
        hours.length === 0
          ? null
          : {
              height: 180,
              bars: shown.map((hour) => ({ name: `${hour}h`, now: sold(at(hour)) })),
            }
      }
      columns={['Hora', ...WEEK.map(weekdayName), 'Vendas', 'Vendido']}
      rows={shown.map((hour) => [
        `${hour}h`,
        ...WEEK.map((weekday) => (
          <Shaded key={weekday} amount={sold(on(weekday, at(hour)))} most={most} />
        )),
        at(hour)
          .reduce((all, part) => all + part.sales, 0)
          .toLocaleString('pt-BR'),
        formatReais(sold(at(hour))),
      ])}
      foot={[
        [
          'Total',
          ...WEEK.map((weekday) => formatReais(sold(on(weekday, hours)))),
          period.sales.toLocaleString('pt-BR'),
          formatReais(period.sold),
        ],
      ]}
    />
  );
}

function Shaded({ amount, most }: { amount: number; most: number }) {
  const share = most > 0 ? Math.round((amount / most) * 55) : 0;
  const background = `color-mix(in srgb, var(--mantine-color-petrol-4) ${share}%, transparent)`;
  return (
    <>
      <span className={classes.shade} style={{ background }} />
      {amount > 0 && formatReais(amount)}
    </>
  );
}

/** Also the hours between in which nothing was sold. */
function hoursBetween(hours: Hours): number[] {
  if (hours.length === 0) return [];
  const all = hours.map(({ hour }) => hour);
  const first = Math.min(...all);
  return Array.from({ length: Math.max(...all) - first + 1 }, (_, place) => first + place);
}
