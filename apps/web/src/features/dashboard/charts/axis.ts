/** By default the compact notation keeps two digits, and 10.500 and 11.250 would both be 11 mil. */
const short = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 3 });

/** An amount beside an axis: 10.500 is '10,5 mil'. */
export const axisValue = (value: number) => short.format(value);

const STEPS = [1, 2, 2.5, 5, 10];

/** Round amounts beside an axis, from zero or below it to above all values: 0, 500, 1.000, 1.500. */
export function niceTicks(values: readonly number[], most = 5): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (low === high) return [0];
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => {
    // Not 0,30000000000000004.
    return Math.round((first + at) * step * 100) / 100;
  });
}
