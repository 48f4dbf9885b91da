/** The institution whose income a product is. A product without one is the income of both. */
export const INCOMES = ['college', 'school'] as const;
export type Income = (typeof INCOMES)[number];

/** The words of files, in which an institution's name would not be found again once it is renamed. */
export const INCOME_WORDS: Readonly<Record<Income, string>> = {
  college: 'Faculdade',
  school: 'Colégio',
};
export const BOTH = 'Ambas';

export const isIncome = (value: unknown): value is Income =>
  INCOMES.some((income) => income === value);
