import { expect, test } from 'vitest';
import { asBoolean, fieldsOf, readStored } from './stored-json.ts';

const asName = (value: unknown) => fieldsOf<{ name: { first: string } }>(value).name?.first;

test.each([
  ['nothing', null, undefined],
  ['an empty text', '', undefined],
  ['broken JSON', '{', undefined],
  ['null', 'null', undefined],
  ['a list', '[]', undefined],
  ['a text', '"x"', undefined],
  ['a number', '5', undefined],
  ['a shape that throws', '{"name":null}', undefined],
  ['what was stored', '{"name":{"first":"Ana"}}', 'Ana'],
])('stored text is read, or is nothing: %s', (_, text, read) => {
  const throwing = (value: unknown) => {
    if (fieldsOf<{ name: null }>(value).name === null) throw new Error('of another shape');
    return asName(value);
  };
  expect(readStored(text, throwing)).toBe(read);
});

test('a switch is on or off, and nothing else', () => {
  const read = (text: string) => readStored(text, asBoolean);
  expect(['true', 'false', '"x"', 'null', '1'].map(read)).toEqual([
    true,
    false,
    undefined,
    undefined,
    undefined,
  ]);
});
