// Here and not beside the charts, since each file of its own would weigh on every page by its name.
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { Text } from '@mantine/core';
import { call } from '../../api/call.ts';
import type { Days } from '../../ui/lists/filter.ts';
import { FilterForm, PeriodFields } from '../../ui/lists/filter-form.tsx';
import { ListFrame, NothingInPeriod } from '../../ui/lists/list-frame.tsx';
import { PeriodPresets } from '../../ui/lists/period-presets.tsx';
import { useAddressFilter, useList } from '../../ui/lists/use-list.ts';
import { Screen } from '../../ui/screen.tsx';
import { PrintButton, PrintedPage } from '../institution/printed.tsx';
import { SALES_KEY } from '../sales/sales.queries.ts';
import { FirstStepsPanel } from './first-steps.tsx';
import { ByDay } from './parts/by-day.tsx';
import { ByIncome, ByMethod, BySeller, ChangeNotCash } from './parts/by-seller.tsx';
import classes from './parts/dashboard.module.css';
import { Figures, WaitingDashboard } from './parts/figures.tsx';
import { TopProducts } from './parts/products.tsx';
import { soldNothing } from './parts/section.tsx';
import { StockLine } from './parts/stock-line.tsx';
import { comparisonsOf } from './period/comparisons.ts';
import { dashboardFilter, periodWords } from './period/dashboard-filter.ts';

/** A sale that is deleted or put right makes it stale, like every list of sales. */
const DASHBOARD_KEY = [...SALES_KEY, 'dashboard'] as const;

const readDashboard = (query: Days, signal: AbortSignal) =>
  call('readDashboard', { query, signal });

export function DashboardPage() {
  const { applied, input, change, apply } = useAddressFilter(DASHBOARD_KEY, dashboardFilter);
  const backwards = applied.startDate > applied.endDate;
  const query = useList('PAINEL', DASHBOARD_KEY, applied, (period: Days, signal) =>
    backwards ? Promise.resolve(null) : readDashboard(period, signal),
  );
  const { data, isPlaceholderData } = query;

  return (
    <Screen
      title="PAINEL"
      help="painel"
      className="screen-only"
      mb="sm"
      tools={<PrintButton disabled={!data || isPlaceholderData} />}
    >
      {data && <PrintedPage heading="PAINEL" about={[`Período: ${periodWords(data.period)}`]} />}
      <FirstStepsPanel />
      <StockLine />
      <div className="screen-only">
        <PeriodPresets
          period={applied}
          typed={input}
          long
          onChoose={(period) => void apply(period)}
        />
        <FilterForm label="Período do painel" onSubmit={() => void apply(input)}>
          <PeriodFields period={input} onChange={change} required />
        </FilterForm>
      </div>
      {!backwards && !query.error && (
        <Text mb="sm" aria-live="polite">
          {data ? <Compared dashboard={data} /> : 'Somando as vendas…'}
        </Text>
      )}
      {backwards || query.error ? (
        <ListFrame
          list={query}
          failed="O painel não pôde ser carregado"
          empty={
            backwards ? (
              <NothingInPeriod title="Este período não existe" period={applied} hint="" />
            ) : undefined
          }
        >
          {null}
        </ListFrame>
      ) : (
        <div
          className={classes.parts}
          data-numbered-pages
          data-waiting={isPlaceholderData || undefined}
          aria-busy={!data || isPlaceholderData}
        >
          {data ? <Parts dashboard={data} /> : <WaitingDashboard />}
        </div>
      )}
    </Screen>
  );
}

/** The period of the figures, and those it is compared with. */
function Compared({ dashboard }: { dashboard: Dashboard }) {
  const { shown, absent, since } = comparisonsOf(dashboard);
  const others = shown.map(({ label, sums }) => `${periodWords(sums)} (${label.toLowerCase()})`);
  return (
    <>
      <b>{periodWords(dashboard.period)}</b>
      {others.length > 0 && `, comparado com ${others.join(' e ')}`}
      {absent.length > 0 && `. ${since}.`}
    </>
  );
}

function Parts({ dashboard }: { dashboard: Dashboard }) {
  const { period } = dashboard;
  return (
    <>
      <Figures dashboard={dashboard} />
      {soldNothing(dashboard) && (
        <NothingInPeriod
          title="Nenhuma venda neste período"
          period={period}
          hint="Escolha outro período, ou veja abaixo o que se vendeu antes."
        />
      )}
      <ByDay dashboard={dashboard} />
      <BySeller dashboard={dashboard} />
      <ByMethod dashboard={dashboard} />
      <ByIncome dashboard={dashboard} />
      <ChangeNotCash dashboard={dashboard} />
      <TopProducts dashboard={dashboard} />
    </>
  );
}
