import { endpoints } from '@balcao/contract/api/endpoints.ts';
import { expect, test } from 'vitest';
import { invalidRequest } from './invalid-request.ts';

const broken = (
  keyword: string,
  params: Record<string, unknown> = { limit: 3, type: 'number' },
) => ({
  keyword,
  instancePath: '/price',
  schemaPath: '',
  params,
  message: 'must be different',
});

const KEYWORDS = [
  ...['type', 'required', 'additionalProperties', 'minimum', 'maximum', 'multipleOf', 'minLength'],
  ...['maxLength', 'minItems', 'maxItems', 'pattern', 'format'],
];

test('every rule of the contract’s schemas has a Portuguese text', () => {
  const schemas = JSON.stringify(Object.values(endpoints));
  const rules = KEYWORDS.filter((keyword) => schemas.includes(`"${keyword}":`));
  expect(rules.length).toBeGreaterThan(8);
  for (const keyword of rules) {
    const { context } = invalidRequest('body', broken(keyword));
    expect(context.detail).toMatch(/^Os dados enviados não foram entendidos: body\/price .+\.$/);
    expect(context.detail).not.toContain('um dos valores aceitos');
  }
});

test.each([
  ['required', { missingProperty: 'name' }, 'name'],
  ['additionalProperties', { additionalProperty: 'x'.repeat(1_000) }, 'x'.repeat(60)],
])('the field of a broken %s is named, and a long name is cut', (keyword, params, name) => {
  const { context } = invalidRequest('body', broken(keyword, params));
  expect(context.field).toBe(`body/price/${name}`);
});

test('the value is not repeated', () => {
  const withValue = { ...broken('pattern'), data: '52998224725' };
  expect(JSON.stringify(invalidRequest('body', withValue).context)).not.toContain('52998224725');
});
