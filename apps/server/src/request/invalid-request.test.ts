import { endpoints } from '@balcao/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { invalidRequest } from './invalid-request.ts';

test('every rule of the contract’s schemas has a Portuguese text', () => {
  const keywords = new Set<string>();
  JSON.stringify(Object.values(endpoints), (key, value) => {
    keywords.add(key);
    return value;
  });
  const rules = [
    'type',
    'required',
    'additionalProperties',
    'minimum',
    'maximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'pattern',
    'format',
  ].filter((keyword) => keywords.has(keyword));
  expect(rules.length).toBeGreaterThan(8);
  for (const keyword of rules) {
    const { context } = invalidRequest('body', broken(keyword));
    expect(context.detail).toMatch(/^Os dados enviados não foram entendidos: body\/price .+\.$/);
    expect(context.detail).not.toContain('um dos valores aceitos');
  }
});

test('a missing or unknown field is named, and a long name is cut', () => {
  const missing = { ...broken('required'), params: { missingProperty: 'name' } };
  expect(invalidRequest('body', missing).context.field).toBe('body/price/name');
  const unknown = {
    ...broken('additionalProperties'),
    params: { additionalProperty: 'x'.repeat(1_000) },
  };
  expect(invalidRequest('body', unknown).context.field).toBe(`body/price/${'x'.repeat(60)}`);
});

test('the value is not repeated', () => {
  const { context } = invalidRequest('body', {
    ...broken('pattern'),
    data: '52998224725',
  } as never);
  expect(JSON.stringify(context)).not.toContain('52998224725');
});

function broken(keyword: string) {
  return {
    keyword,
    instancePath: '/price',
    schemaPath: '',
    params: { limit: 3, type: 'number' },
    message: 'must be different',
  };
}
