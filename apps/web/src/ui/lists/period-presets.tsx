import { periodPresets } from '@balcao/domain/dates/period-presets.ts';
import { Button, Group } from '@mantine/core';
import { useToday } from '../../storage/server-clock.ts';

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
  return (
    <Group role="group" aria-label="Período" gap={6}>
      {(Object.keys(WORDS) as (keyof typeof WORDS)[]).map((name) => {
        if (!long && LONG.has(name)) return null;
        const [startDate, endDate] = presets[name];
        const isShown = [period, typed].every(
          (of) => of.startDate === startDate && of.endDate === endDate,
        );
        return (
          <Button
            key={name}
            px="sm"
            fw={500}
            variant={isShown ? 'light' : 'default'}
            aria-pressed={isShown}
            onClick={() =>
              onChoose(isShown && !long ? { startDate: '', endDate: '' } : { startDate, endDate })
            }
          >
            {WORDS[name]}
          </Button>
        );
      })}
    </Group>
  );
}
