import { periodPresets } from '@balcao/domain/dates/period-presets.ts';
import { useToday } from '../../storage/server-clock.ts';
import { Chips } from '../fields/chips.tsx';

type Period = { startDate: string; endDate: string };
type Props = {
  /** That of the list. */
  period: Period;
  /** What the fields have: while it is another one, no button is pressed. */
  typed: Partial<Period>;
  long?: boolean;
  onChoose: (period: Period) => void;
};

const WORDS = {
  today: 'Hoje',
  yesterday: 'Ontem',
  thisWeek: 'Esta semana',
  thisMonth: 'Este mês',
  lastMonth: 'Mês passado',
  thisYear: 'Este ano',
  twelveMonths: '12 meses',
} as const;
const LONG = new Set<keyof typeof WORDS>(['thisYear', 'twelveMonths']);

/**
 * Periods with one press. `long`: the page always has a period, and long ones are offered too; else a second
 * press takes the period away.
 */
export function PeriodPresets({ period, typed, long = false, onChoose }: Props) {
  const presets = periodPresets(useToday());
  const names = Object.keys(WORDS) as (keyof typeof WORDS)[];
  const isShown = (name: keyof typeof WORDS) => {
    const [startDate, endDate] = presets[name];
    return [period, typed].every((of) => of.startDate === startDate && of.endDate === endDate);
  };
  return (
    <Chips
      label="Período"
      of={names.filter((name) => long || !LONG.has(name))}
      words={(name) => WORDS[name]}
      chosen={isShown}
      onPick={(name) => {
        const [startDate, endDate] = isShown(name) && !long ? ['', ''] : presets[name];
        onChoose({ startDate, endDate });
      }}
    />
  );
}
