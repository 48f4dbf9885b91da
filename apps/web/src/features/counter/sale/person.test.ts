import { expect, test } from 'vitest';
import { NOBODY, nameOnRecord, withDigits, withFound } from './person.ts';

const typed = withDigits({ ...NOBODY, name: 'Zé' }, '529.982.247-25', 11);
const found = withFound(typed, '52998224725', { id: 5, name: 'José da Silva' });

test('a found person fills in name and id', () => {
  expect(found).toEqual({
    digits: '52998224725',
    name: 'José da Silva',
    registered: { id: 5, name: 'José da Silva' },
  });
});

test('a name that was typed while the answer was awaited stays', () => {
  const answer = { id: 5, name: 'José da Silva' };
  const kept = withFound(typed, '52998224725', answer, { keepName: true });
  expect(kept).toEqual({ ...found, name: 'Zé' });
  expect(nameOnRecord(kept)).toBe('José da Silva');
});

test('the answer for other digits is dropped', () => {
  expect(withFound(typed, '11144477735', { id: 6, name: 'Outra' })).toBe(typed);
});

test('other digits drop who was found and the name that came with them', () => {
  expect(withDigits(found, '5299822472', 11)).toEqual({ ...NOBODY, digits: '5299822472' });
});

test('a name that was typed stays', () => {
  expect(withDigits(typed, '111', 11).name).toBe('Zé');
  expect(withDigits({ ...found, name: 'Zé' }, '111', 11).name).toBe('Zé');
});

test('the registered name is said when another is on the screen', () => {
  expect(nameOnRecord(found)).toBeUndefined();
  expect(nameOnRecord({ ...found, name: 'José' })).toBe('José da Silva');
  expect(nameOnRecord(typed)).toBeUndefined();
});
