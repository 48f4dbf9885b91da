import { expect, test } from 'vitest';
import {
  besideClient,
  type Family,
  isInDoubt,
  isStranger,
  NOBODY,
  type Person,
  studentBeside,
  withDigits,
} from './person.ts';

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

const ANA: Person = { digits: '11144477735', name: 'Ana', registered: { id: 8, name: 'Ana' } };
const NEW: Person = { digits: '39053344705', name: 'Rui', registered: null };
const HIDDEN: Person = { ...MARIA, digits: '•••.982.247-••' };
const offered = { ...JOAO, ...besideClient(MARIA, 'offered') };
const read = { ...JOAO, ...besideClient(MARIA, 'read') };
const typed = { ...JOAO, ...besideClient(MARIA, 'typed') };

test.each([
  ['while the CPF is typed over', { ...NOBODY, digits: '1114447773' }],
  ['while it is empty', NOBODY],
  ['when the same client is found again', { ...MARIA, name: 'Maria' }],
  ['when the same CPF is there, not found yet', { ...MARIA, registered: null }],
  ['when the same client is chosen by letter', HIDDEN],
])('a student who came through the client stays %s', (_, client) => {
  expect(studentBeside({ client, student: offered }, null)).toBe(offered);
});

test.each([
  ['somebody registered', ANA],
  ['a whole CPF that is not found yet', { ...ANA, registered: null }],
  ['somebody new', NEW],
])('a student who came through the client goes with them for %s; any other stays', (_, client) => {
  expect(studentBeside({ client, student: offered }, null)).toBeUndefined();
  expect(studentBeside({ client, student: read }, null)).toBe(read);
  expect(studentBeside({ client, student: typed }, null)).toBe(typed);
});

test('the CPF of a client who was offered is theirs when its middle is', () => {
  const student = { ...JOAO, ...besideClient(HIDDEN, 'offered') };
  expect(studentBeside({ client: { ...MARIA, registered: null }, student }, null)).toBe(student);
  expect(studentBeside({ client: NEW, student }, null)).toBeUndefined();
});

test('a typed student is of the first client who is known beside them', () => {
  expect(studentBeside({ client: NEW, student: JOAO }, null)).toBe(JOAO);
  expect(studentBeside({ client: MARIA, student: JOAO }, null)).toEqual(typed);
});

test('a student whose card was read came through a client who bought for them', () => {
  const family = { of: MARIA.digits, students: [JOAO.digits], more: false };
  const couple = { client: MARIA, student: read };
  expect(studentBeside(couple, family)).toEqual(offered);
  expect(studentBeside(couple, { ...family, of: ANA.digits })).toBe(read);
  expect(studentBeside(couple, { ...family, students: [] })).toBe(read);
});

const none = (client: Person): Family => ({ of: client.digits, students: [], more: false });
test.each<[string, Person, Person, Family | null, boolean]>([
  ['typed beside another client', ANA, typed, none(ANA), true],
  ['typed beside another client, for somebody new', NEW, typed, none(NEW), true],
  ['put back', ANA, { ...offered, ...besideClient(MARIA, 'typed') }, none(ANA), true],
  ['read onto the order of somebody', MARIA, read, none(MARIA), true],
  ['bought for', ANA, typed, { ...none(ANA), students: [JOAO.digits] }, false],
  ['the server has not said', ANA, typed, null, false],
  ['said of another client', ANA, typed, none(MARIA), false],
  ['more students than are said', ANA, typed, { ...none(ANA), more: true }, false],
  ['none of them', ANA, typed, { ...none(ANA), more: true, sure: JOAO.digits }, true],
  ['of another it is known', ANA, typed, { ...none(ANA), more: true, sure: '2043' }, false],
  ['an ordinary first sale', MARIA, typed, none(MARIA), false],
  ['no client beside', ANA, JOAO, none(ANA), false],
  ['the card of somebody new', MARIA, { ...read, registered: null }, none(MARIA), false],
])('whether the client never bought for the student: %s', (_, client, student, family, is) => {
  expect(isStranger({ client, student }, family)).toBe(is);
});

test('the server is asked about a student alone who may be of another family', () => {
  const doubts = (client: Person, student: Person) => isInDoubt({ client, student });
  expect([doubts(MARIA, typed), doubts(MARIA, offered), doubts(NOBODY, read)]).toEqual([
    false,
    false,
    false,
  ]);
  expect([doubts(ANA, typed), doubts(MARIA, read)]).toEqual([true, true]);
});
