import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { today } from '../../storage/server-clock.ts';

const dayOf = (day: string) => formatDay(day as BusinessDay);

/** Why the counter takes nothing from a list today; undefined if it does. */
export function unusableWords(
  { active, valid_from, valid_to }: ListedMaterials,
  day: BusinessDay = today(),
): string | undefined {
  if (!active) return 'está inativa';
  if (valid_to !== null && valid_to < day) return `valeu até ${dayOf(valid_to)}`;
  return valid_from !== null && valid_from > day
    ? `vale a partir de ${dayOf(valid_from)}`
    : undefined;
}

export function validityWords({ valid_from, valid_to }: ListedMaterials): string {
  const [from, to] = [valid_from && dayOf(valid_from), valid_to && dayOf(valid_to)];
  if (from && to) return `${from} a ${to}`;
  if (from) return `a partir de ${from}`;
  return to ? `até ${to}` : 'sempre';
}

/** The same day a year later; the last of February stays in it. */
const yearOn = (day: string) =>
  `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`;

/** A list for the next year: its code is asked for. */
export function nextYear({ name, valid_from, valid_to, items }: ListedMaterials) {
  return {
    code: '',
    name: name.replace(/\b20\d\d\b/g, (year) => `${Number(year) + 1}`),
    valid_from: valid_from ? yearOn(valid_from) : '',
    valid_to: valid_to ? yearOn(valid_to) : '',
    active: true,
    items: items.filter(({ gone }) => !gone),
  };
}
