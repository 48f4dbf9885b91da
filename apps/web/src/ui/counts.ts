/** '1.234' */
export const whole = (count: number): string => count.toLocaleString('pt-BR');

/** '1 produto', '1.234 produtos' */
export const counted = (count: number, one: string, many: string): string =>
  `${whole(count)} ${count === 1 ? one : many}`;

export const productsIn = (count: number): string => counted(count, 'produto', 'produtos');

export const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
