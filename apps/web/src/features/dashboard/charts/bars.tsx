/*
 * @mantine/charts takes the theme's colours and draws SVG, which prints; Chart.js prints blurred, uPlot draws lines.
 * It weighs 117 kB, so only /painel loads it, after its figures. Every chart has its figures as a table for screen
 * readers and the keyboard. It names one exact version of @mantine/core: hence `overrides` in package.json.
 */
import { formatReais } from '@balcao/domain/money.ts';
import { BarChart } from '@mantine/charts';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { ResponsiveContainer } from 'recharts';
import { axisValue } from './axis-value.ts';
import { usePrintedAt } from './use-printed-at.ts';

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
  return (
    <BarChart
      h={height}
      data={[...bars]}
      dataKey="name"
      series={series.map((each) => ({ ...each }))}
      orientation={lying ? 'vertical' : 'horizontal'}
      gridAxis={lying ? 'y' : 'x'}
      withLegend={series.length > 1}
      legendProps={{ verticalAlign: 'top', height: 30, itemSorter: null }}
      // The table is for the keyboard and for who can't see the bars.
      accessibilityLayer={false}
      valueFormatter={(value) => formatReais(value)}
      xAxisProps={lying ? { tickFormatter: axisValue } : { interval: 'preserveStartEnd' }}
      yAxisProps={lying ? { width: 150 } : { width: 68, tickFormatter: axisValue }}
      maxBarWidth={36}
      barProps={{ isAnimationActive: false, ...(opens && { cursor: 'pointer' }) }}
      barChartProps={{
        onClick: ({ activeTooltipIndex }) => {
          if (activeTooltipIndex === undefined || activeTooltipIndex === null) return;
          const where = opens?.(Number(activeTooltipIndex));
          if (where) void navigate(where);
        },
      }}
    />
  );
}
