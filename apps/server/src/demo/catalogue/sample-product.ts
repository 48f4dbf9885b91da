import type { Cents } from '@balcao/domain/money.ts';

export type Section = 'uniform' | 'book' | 'stationery' | 'fee' | 'copy' | 'gear';

export type SampleProduct = {
  code: string;
  name: string;
  /** A multiple of 5 centavos: Brazil has no smaller coin in use. */
  price: Cents;
  active: boolean;
  section: Section;
  /** What is bought together: the pieces of one size ('school 10'), the books of one grade ('6º ano'). */
  set: string;
  /** How often, compared with the others of its section. */
  demand: number;
};
