import { formatReais } from '@balcao/domain/money.ts';
import { BarChart } from '@mantine/charts';

export type Bar = { name: string; now: number; before?: number; yearAgo?: number };

export type BarsProps = {
  bars: readonly Bar[];
  height: number;
  onOpen?: (place: number) => void;
  /** One above the other, for long names. */
  lying?: boolean;
};

const SERIES = [
  { name: 'now', label: 'Período', color: 'var(--mantine-color-petrol-text)' },
  { name: 'before', label: 'Antes', color: 'gray.4' },
  { name: 'yearAgo', label: 'Um ano antes', color: 'blue.3' },
] as const;

const thousands = new Intl.NumberFormat('pt-BR', { notation: 'compact' });

export function Bars({ bars, height, onOpen, lying = false }: BarsProps) {
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
      xAxisProps={
        lying
          ? { tickFormatter: (value: number) => thousands.format(value) }
          : { interval: 'preserveStartEnd' }
      }
      yAxisProps={
        lying
          ? { width: 150 }
          : { width: 68, tickFormatter: (value: number) => thousands.format(value) }
      }
      maxBarWidth={36}
      barProps={{ isAnimationActive: false, ...(onOpen && { cursor: 'pointer' }) }}
      barChartProps={{
        onClick: ({ activeTooltipIndex }) => {
          if (activeTooltipIndex !== undefined && activeTooltipIndex !== null) {
            onOpen?.(Number(activeTooltipIndex));
          }
        },
      }}
    />
  );
}
