/** '1.234' */
export const whole = (count: number): string => count.toLocaleString('pt-BR');

/** '1 produto', '1.234 produtos' */
export const counted = (count: number, one: string, many: string): string =>
  `${whole(count)} ${count === 1 ? one : many}`;

export const productsIn = (count: number): string => counted(count, 'produto', 'produtos');

export const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

const percents = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Of 0.125 '12,5%' */
export const percent = (part: number): string => percents.format(part);
