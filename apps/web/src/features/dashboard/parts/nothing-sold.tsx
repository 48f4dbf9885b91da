import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { type BusinessDay, firstOfMonth, formatDay } from '@balcao/domain/dates/business-day.ts';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../navigation/paths.ts';

export const soldNothing = ({ period }: Dashboard) => period.sales + period.returns === 0;

/** In a part without figures: so it is, and where there are some. */
export function NothingSold({ dashboard: { sold_days } }: { dashboard: Dashboard }) {
  if (!sold_days) {
    return (
      <Text c="dimmed">
        Ainda não há vendas.{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to={paths.counter} />}
        >
          Vender no PDV
        </Anchor>
      </Text>
    );
  }
  const last = sold_days.last as BusinessDay;
  const month = { startDate: firstOfMonth(last), endDate: last };
  return (
    <Text c="dimmed">
      Nada vendido neste período.{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link {...props} to={paths.dashboard} search={month} />}
      >
        Ver o mês da última venda, de {formatDay(last)}
      </Anchor>
    </Text>
  );
}
