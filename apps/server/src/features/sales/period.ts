import { type BusinessDay, parseBusinessDay } from '@balcao/domain/business-day.ts';
import { Refusal } from '../../request/refusal.ts';

/** A day that the schema let pass by its shape. Throws invalid_day when the calendar has no such day. */
export function realDay(text: string, field: string): BusinessDay {
  const day = parseBusinessDay(text);
  if (!day) throw new Refusal('invalid_day', { field });
  return day;
}
