import type { Cents } from '@balcao/domain/money.ts';

export type Section = 'uniform' | 'book' | 'stationery' | 'fee' | 'copy' | 'gear';

export type SampleProduct = {
  code: string;
  name: string;
  /** A multiple of 5 centavos: Brazil has no smaller coin in use. */
  price: Cents;
  active: boolean;
  section: Section;
  /** Products that are bought together: uniforms of one size ('school 10'), books of one grade ('6º ano'). */
  set: string;
  /** Relative to the other products of its section. */
  demand: number;
};
