import type { Ajv } from 'ajv';

/** Replaces `multipleOf`: Ajv divides in binary, where 0.07 is not a multiple of 0.01. */
export function decimalKeywords(ajv: Ajv): Ajv {
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (step: number) => {
      const perUnit = Math.round(1 / step);
      return (value: number) => Math.round(value * perUnit) / perUnit === value;
    },
    error: { message: 'must have fewer decimals' },
  });
  return ajv;
}
