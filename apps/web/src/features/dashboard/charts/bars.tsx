/*
 * @mantine/charts takes the theme's colours and draws SVG, which prints; Chart.js prints blurred, uPlot draws lines.
 * It weighs 117 kB, so only /painel loads it, after its figures. Every chart has its figures as a table for screen
 * readers and the keyboard. It names one exact version of @mantine/core: hence `overrides` in package.json.
 */
import { formatReais } from '@balcao/domain/money.ts';
import { BarChart, LineChart } from '@mantine/charts';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { ResponsiveContainer } from 'recharts';
import { usePrintedAt } from '../../../ui/paper/print.ts';

export type Bar = { name: string; now: number; before?: number; yearAgo?: number };

export type BarsProps = {
  bars: readonly Bar[];
  height: number;
  /** Where a bar leads. */
  opens?: (place: number) => Pick<LinkProps, 'to' | 'search'> | undefined;
  /** One above the other, for long names. */
  lying?: boolean;
};

const SERIES = [
  { name: 'now', label: 'Período', color: 'var(--mantine-color-petrol-text)' },
  { name: 'before', label: 'Antes', color: 'gray.4' },
  { name: 'yearAgo', label: 'Um ano antes', color: 'blue.3' },
] as const;

/** More bars, each beside another one, are too thin to be compared: a line shows them. */
const MOST_BARS = 14;

/** In px: the width of a part of the page on A4, at the zoom of section.module.css. */
const PAPER_WIDTH = 810;

/** On paper it has the width of the paper; otherwise it would keep the screen's, and be cut. */
export function Bars(props: BarsProps) {
  const printed = usePrintedAt() !== undefined;
  if (!printed) return <Chart {...props} />;
  return (
    <ResponsiveContainer width={PAPER_WIDTH} height={props.height}>
      <Chart {...props} />
    </ResponsiveContainer>
  );
}

function Chart({ bars, height, opens, lying = false }: BarsProps) {
  const navigate = useNavigate();
  const series = SERIES.filter(({ name }) => bars.some((bar) => bar[name] !== undefined));
  const ticks = niceTicks(
    bars.flatMap(({ now, before = 0, yearAgo = 0 }) => [now, before, yearAgo]),
  );
  const amounts = {
    ticks,
    domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
    tickFormatter: axisValue,
    interval: 0,
  };
  const onClick = ({ activeTooltipIndex }: { activeTooltipIndex?: unknown }) => {
    if (activeTooltipIndex === undefined || activeTooltipIndex === null) return;
    const where = opens?.(Number(activeTooltipIndex));
    if (where) void navigate(where);
  };
  const shared = {
    h: height,
    data: [...bars],
    dataKey: 'name',
    series: series.map((each) => ({ ...each })),
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'top' as const, height: 30, itemSorter: null },
    // The table is for the keyboard and for who can't see the chart.
    accessibilityLayer: false,
    valueFormatter: formatReais,
  };
  if (!lying && bars.length > MOST_BARS) {
    return (
      <LineChart
        {...shared}
        gridAxis="x"
        curveType="linear"
        strokeWidth={2}
        withDots={false}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 24 }}
        yAxisProps={{ ...amounts, width: 68 }}
        lineProps={{ isAnimationActive: false, ...(opens && { cursor: 'pointer' }) }}
        lineChartProps={{ onClick }}
      />
    );
  }
  return (
    <BarChart
      {...shared}
      orientation={lying ? 'vertical' : 'horizontal'}
      gridAxis={lying ? 'y' : 'x'}
      xAxisProps={lying ? amounts : { interval: 'preserveStartEnd' }}
      yAxisProps={lying ? { width: 150 } : { ...amounts, width: 68 }}
      maxBarWidth={36}
      barProps={{ isAnimationActive: false, ...(opens && { cursor: 'pointer' }) }}
      // The last amount stands half beside the bars.
      barChartProps={{ onClick, ...(lying && { margin: { right: 28 } }) }}
    />
  );
}

/** By default the compact notation keeps two digits, and 10.500 and 11.250 would both be 11 mil. */
const short = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 3 });

/** An amount beside an axis: 10.500 is '10,5 mil'. */
export const axisValue = (value: number) => short.format(value);

const STEPS = [1, 2, 2.5, 5, 10];

/** Round amounts beside an axis, from zero or below it to above all values: 0, 500, 1.000, 1.500. */
export function niceTicks(values: readonly number[], most = 5): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (low === high) return [0];
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => {
    // Not 0,30000000000000004.
    return Math.round((first + at) * step * 100) / 100;
  });
}
