/** By default the compact notation keeps two digits, and 10.500 and 11.250 would both be 11 mil. */
const short = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 3 });

/** An amount beside an axis: 10.500 is '10,5 mil'. */
export const axisValue = (value: number) => short.format(value);
