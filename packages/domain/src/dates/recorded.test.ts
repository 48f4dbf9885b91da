import { expect, it } from 'vitest';
import { recordedDay, recordedMoment, recordedTime } from './recorded.ts';

it.each([
  // Half past one in UTC is still the day before in São Paulo.
  ['2026-03-01T01:30:00.000Z', '28/02/2026', '22:30'],
  ['2026-03-01T01:30:00-03:00', '01/03/2026', '01:30'],
  ['2026-03-01T01:30:00', '01/03/2026', '01:30'],
  ['2026-03-01 23:59', '01/03/2026', '23:59'],
  ['2025-03-15', '15/03/2025', ''],
  ['2025-02-30', '', ''],
  ['ontem', '', ''],
  ['', '', ''],
])('%s', (recorded, day, time) => {
  expect(recordedDay(recorded)).toBe(day);
  expect(recordedTime(recorded)).toBe(time);
  expect(recordedMoment(recorded)).toBe(time ? `${day} às ${time}` : day);
});
