/** The institution whose income a product is. A product without one is the income of both. */
export const INCOMES = ['college', 'school'] as const;
export type Income = (typeof INCOMES)[number];

/** What a filter or a sum may be of; `both`: of the products without one. */
export const INCOME_PARTS = [...INCOMES, 'both'] as const;
export type IncomePart = (typeof INCOME_PARTS)[number];

/** The words of files, in which an institution's name would not be found again once it is renamed. */
export const INCOME_WORDS: Readonly<Record<Income, string>> = {
  college: 'Faculdade',
  school: 'Colégio',
};
export const BOTH = 'Ambas';

/** The word of a product's income in files. */
export const incomeWord = (income: Income | null | undefined): string =>
  income ? INCOME_WORDS[income] : BOTH;

export const isIncome = (value: unknown): value is Income =>
  INCOMES.some((income) => income === value);
