import { expect, test } from 'vitest';
import { NOBODY, type Person, withDigits } from './person.ts';

const MARIA: Person = {
  digits: '52998224725',
  name: 'Maria Souza',
  registered: { id: 5, name: 'Maria Souza' },
};
const JOAO: Person = {
  digits: '2042',
  name: 'João',
  registered: { id: 6, name: 'João' },
  complete: true,
};

test.each([
  ['at the end of a CPF', MARIA, '529.982.247-257', 11],
  ['before a CPF', MARIA, '7529.982.247-25', 11],
  ['in the middle of a CPF', MARIA, '529.9782.247-25', 11],
  ['at the end of a matrícula that was looked up', JOAO, '20421', 15],
])('no digit is added to a whole number: %s', (_, person, typed, maxDigits) => {
  expect(withDigits(person, typed, maxDigits)).toBe(person);
});

test.each([
  ['typed over', JOAO, '9', 15, '9'],
  ['shortened', MARIA, '529.982.247-2', 11, '5299822472'],
  ['a matrícula that may go on', { ...NOBODY, digits: '2042' }, '20421', 15, '20421'],
  ['typed into a hidden CPF', { ...MARIA, digits: '•••.982.247-••' }, '•••.982.247-••1', 11, '1'],
])('another number is of nobody known: %s', (_, person, typed, maxDigits, digits) => {
  expect(withDigits(person, typed, maxDigits)).toEqual({ digits, name: '', registered: null });
});

test('a typed name stays when the number changes', () => {
  const named = { ...NOBODY, digits: '2042', name: 'João' };
  expect(withDigits(named, '2', 15)).toEqual({ digits: '2', name: 'João', registered: null });
});
