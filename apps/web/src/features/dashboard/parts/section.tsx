import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { type BusinessDay, firstOfMonth, formatDay } from '@balcao/domain/dates/business-day.ts';
import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { paths } from '../../../navigation/paths.ts';
import type { Days } from '../../../ui/lists/filter.ts';
import { PaperTable } from '../../../ui/paper/paper-table.tsx';
import type { BarsProps } from '../charts/bars.tsx';
import { LazyBars } from '../charts/lazy-bars.tsx';
import classes from './section.module.css';

type Props = {
  dashboard: Dashboard;
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  /** null where nothing was sold. Without one, the table is the picture. */
  chart?: BarsProps | null | undefined;
  /** Shown with the chart only on request. */
  hidesTable?: boolean;
  wide?: boolean;
  stacked?: boolean;
  columns: readonly string[];
  /** Their first cells name them. */
  rows: readonly (readonly ReactNode[])[];
  foot?: readonly (readonly ReactNode[])[];
  /** In place of a table without rows. */
  children?: ReactNode;
};

/** A part of the dashboard: a chart, and its figures as a table. */
export function Section(props: Props) {
  const {
    dashboard,
    title,
    note,
    chart,
    hidesTable = false,
    wide = false,
    stacked = false,
  } = props;
  const { columns, rows, foot = [], children } = props;
  const titleId = useId();
  const tableId = useId();
  const [shown, setShown] = useState(!hidesTable);
  const table = rows.length > 0 && (
    <PaperTable
      className={`${classes.table} ${stacked ? classes.stacked : ''}`}
      label={title}
      columns={columns.map((column, at) => ({ title: column, ...(at === 0 && { head: true }) }))}
      rows={rows.map((cells) => ({ cells }))}
      foot={foot}
    />
  );
  return (
    <Paper
      withBorder
      component="section"
      aria-labelledby={titleId}
      className={classes.section}
      data-wide={wide || undefined}
    >
      <Group justify="space-between" gap={8} mb={8}>
        <Title order={2} size="h5" id={titleId}>
          {title}
        </Title>
        {note}
        {hidesTable && (
          <Button
            className={classes.toggle}
            variant="default"
            size="compact-sm"
            aria-expanded={shown}
            aria-controls={tableId}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Esconder a tabela' : 'Ver em tabela'}
          </Button>
        )}
      </Group>
      {chart !== undefined && (
        <div className={classes.chart}>
          {chart ? <LazyBars {...chart} /> : <NothingSold dashboard={dashboard} />}
        </div>
      )}
      {/* Focusable, so that the keyboard can scroll a table wider than the screen. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <div id={tableId} className={classes.figures} hidden={!shown} tabIndex={0}>
        {shown && (table || children)}
      </div>
    </Paper>
  );
}

export const soldNothing = ({ period }: Dashboard) => period.sales + period.returns === 0;

/** In a part without figures: so it is, and where there are some. */
function NothingSold({ dashboard: { sold_days } }: { dashboard: Dashboard }) {
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

/** The days of a figure, for its entries. */
export const daysOf = ({ startDate, endDate }: Days) => ({ startDate, endDate });

/** Of the seller with a name, or of the product with an id. */
type SalesFilter = { search?: string; products?: string };

/** Where the list of the sales of a period is. */
export const salesOf = ({ startDate, endDate }: Days, filter?: SalesFilter) => ({
  to: paths.sales,
  search: { startDate, endDate, ...filter },
});

type LinkProps = { period: Days; filter?: SalesFilter; children: ReactNode };

export function SalesLink({ period, filter, children }: LinkProps) {
  return (
    <Anchor
      inherit
      c="inherit"
      renderRoot={(props) => <Link {...props} {...salesOf(period, filter)} />}
    >
      {children}
    </Anchor>
  );
}
