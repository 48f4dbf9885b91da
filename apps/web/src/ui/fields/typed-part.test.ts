import { expect, test } from 'vitest';
import { asTyped, typedPart, withTyped } from './typed-part.ts';

const SAVED = {
  name: 'Ana',
  price: 500 as number | null,
  school: { name: 'Colégio', logo: null as string | null },
  lines: [1, 2],
  days: {} as Record<string, number>,
};

test('typed is what differs from what is saved, and it comes back over another state of it', () => {
  const values = { ...SAVED, name: 'Bia', school: { name: 'Escola', logo: null }, lines: [1] };
  const typed = typedPart(values, SAVED);
  expect(typed).toEqual({ name: 'Bia', school: { name: 'Escola' }, lines: [1] });
  const meanwhile = { ...SAVED, price: 900, school: { name: 'Colégio', logo: '/logo' } };
  expect(withTyped(meanwhile, typed)).toEqual({
    ...meanwhile,
    name: 'Bia',
    lines: [1],
    school: { name: 'Escola', logo: '/logo' },
  });
});

test('what was typed and put back is nothing', () => {
  expect(typedPart({ ...SAVED, lines: [1, 2] }, SAVED)).toBeUndefined();
  expect(withTyped(SAVED, undefined)).toEqual(SAVED);
});

test.each([
  ['a text', { name: 'Bia' }, true],
  ['a group', { school: { name: 'Escola' } }, true],
  ['an amount that is none', { price: null }, true],
  ['a picture where there was none', { school: { logo: 'data:' } }, true],
  ['a list', { lines: [] }, true],
  ['a record that was empty', { days: { 7: 1 } }, true],
  ['nothing', {}, false],
  ['null', null, false],
  ['a list for a form', [], false],
  ['an unknown field', { name: 'Bia', age: 3 }, false],
  ['an unknown field of a group', { school: { city: 'Belém' } }, false],
  ['another type', { name: 3 }, false],
  ['no text', { name: null }, false],
  ['a record for a list', { lines: {} }, false],
  ['a text for a group', { school: 'Escola' }, false],
  ['an object for an amount', { price: {} }, false],
])('stored input is believed if the fields can show it: %s', (_, stored, known) => {
  const nullable = ['price', 'school.logo'];
  expect(asTyped(stored, SAVED, nullable)).toEqual(known ? stored : undefined);
});
