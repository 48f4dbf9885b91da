import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import { type Cents, ZERO } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { isWeakPassword } from '../features/auth/passwords.ts';
import { instantOf, minutesOf } from './calendar.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { historyOf } from './history.ts';
import { samplePeople } from './people.ts';
import { randomFrom } from './random.ts';
import { administrator, sellers } from './sign-ins.ts';

const prices = new Map<string, Cents>(catalogue.map(({ code, price }) => [code, price]));

function history({ seed = 'balcão', today = '2026-06-12', days = 90 }) {
  const to = today as BusinessDay;
  return historyOf({
    seed,
    from: addDays(to, -days),
    to,
    now: instantOf(to, minutesOf('15:00')),
    people: samplePeople(randomFrom(seed)),
    priceOf: (code) => prices.get(code) ?? ZERO,
  });
}

test('the same seed and day make the same shop, another seed another', () => {
  const days = 5;
  expect(history({ days })).toEqual(history({ days }));
  expect(history({ days })).not.toEqual(history({ days, seed: 'outra' }));
});

test('every day of the year gives about as many sales', () => {
  for (let back = 0; back < 365; back += 30) {
    const sales = history({ today: addDays('2026-06-12' as BusinessDay, -back) }).filter(
      ({ kind }) => kind === 'sale',
    );
    expect(sales.length).toBeGreaterThan(4_000);
    expect(sales.length).toBeLessThan(6_000);
  }
});

test('the catalogue has each code and each name once, and prices that coins can pay', () => {
  expect(new Set(catalogue.map(({ code }) => code)).size).toBe(catalogue.length);
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
  expect(catalogue.filter(({ price }) => price % 5 !== 0)).toEqual([]);
});

test('the printed passwords are ones that the shop would accept', () => {
  for (const { login, password } of [administrator, ...sellers]) {
    expect(isWeakPassword(password, login, false)).toBe(false);
  }
});
