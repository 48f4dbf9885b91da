import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Cents,
  cents,
  centsFromDigits,
  centsFromReais,
  formatCents,
  isReais,
  MAX_CENTS,
  reaisFromCents,
  subtractCents,
  sumCents,
  sumReais,
} from './money.ts';
import { runs } from './testing/runs.ts';

const amount = fc.integer({ min: 0, max: MAX_CENTS }).map((value) => value as Cents);

/** 1234567 as in JSON: '12345.67'. Uses text only, to be independent of floating point. */
function decimal(value: number): string {
  const digits = String(value).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

test('every amount survives JSON', () => {
  const roundTrip = fc.property(amount, (value) => {
    const reais = reaisFromCents(value);
    expect(reais).toBe(Number(decimal(value)));
    expect(centsFromReais(JSON.parse(JSON.stringify(reais)))).toBe(value);
  });
  fc.assert(roundTrip, { ...runs, examples: [[0 as Cents], [1 as Cents], [MAX_CENTS]] });
});

test('a number is an amount if and only if it has at most two decimals', () => {
  // JavaScript writes the shortest decimal that has this value.
  const asWritten = (value: number) =>
    /^\d{1,7}(\.\d{1,2})?$/.test(String(value)) || Object.is(value, -0);
  const anything = fc.oneof(
    fc.double(),
    fc.double({ min: 0, max: 10_000_000, noNaN: true }),
    amount.map((value) => Number(decimal(value))),
    // The doubles next to an amount.
    fc.tuple(amount, fc.constantFrom(-1, 1)).map(([value, step]) => neighbour(value / 100, step)),
    // Three decimals.
    fc.tuple(amount, fc.integer({ min: 1, max: 9 })).map(([v, d]) => Number(`${decimal(v)}${d}`)),
    // Sums such as 0.1 + 0.2.
    fc.tuple(amount, amount).map(([a, b]) => a / 100 + b / 100),
  );
  const rule = (accepts: (value: number) => boolean) =>
    fc.property(anything, (value) => accepts(value) === asWritten(value));
  fc.assert(rule(isReais), runs);

  const careless = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
  expect(fc.check(rule(careless), runs).failed).toBe(true);
});

test.each([-0.01, -1, 10_000_000, 0.001, 0.1 + 0.2, 1e-9, 1e21, Number.NaN, Infinity, -Infinity])(
  '%d is not an amount',
  (value) => {
    expect(isReais(value)).toBe(false);
    expect(() => centsFromReais(value)).toThrow(RangeError);
  },
);

test.each(['1', null, undefined, true, [1], {}, 1n, new Number(1)])(
  '%o is not an amount',
  (value) => {
    expect(isReais(value)).toBe(false);
  },
);

test('a negative zero is zero', () => {
  expect(Object.is(centsFromReais(-0), 0)).toBe(true);
  expect(Object.is(cents(-0), 0)).toBe(true);
});

test('a fraction of a centavo is refused, not rounded', () => {
  const fractions = fc.double({ noInteger: true }).filter((value) => !Number.isSafeInteger(value));
  fc.assert(
    fc.property(fractions, (value) => {
      expect(() => cents(value)).toThrow(RangeError);
    }),
    runs,
  );
});

// Specification: 9.1
test('amounts are written as Brazilians write them and read back from their digits', () => {
  const property = fc.property(amount, (value) => {
    const [whole = '', fraction] = decimal(value).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
    expect(formatCents(value)).toBe(`R$\u00a0${grouped},${fraction}`);
    expect(centsFromDigits(formatCents(value))).toBe(value);
  });
  fc.assert(property, { ...runs, examples: [[MAX_CENTS], [100_000 as Cents]] });
});

test('any text typed into a money field is an amount', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-R$ \u00a0x٣😀') }), (typed) => {
      const value = centsFromDigits(typed);
      return Number.isInteger(value) && value >= 0 && value <= MAX_CENTS;
    }),
    runs,
  );
});

test('sums and differences are exact', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 400 }), amount, (amounts, taken) => {
      const exact = amounts.reduce((sum, value) => sum + BigInt(value), 0n);
      expect(BigInt(sumCents(amounts))).toBe(exact);
      expect(sumReais(amounts.map(reaisFromCents))).toBe(Number(exact) / 100);
      expect(BigInt(subtractCents(sumCents(amounts), taken))).toBe(exact - BigInt(taken));
    }),
    // Fewer runs, because the lists are long.
    { ...runs, numRuns: Math.ceil(runs.numRuns / 10) },
  );
});

function neighbour(value: number, step: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(step));
  return bits.getFloat64(0);
}
