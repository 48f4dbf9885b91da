import { type Income, incomeWord } from '@balcao/domain/income.ts';
import { useInstitution } from './use-institution.ts';

/** The name of the institution whose income something is. */
export type IncomeName = (income: Income | null) => string;

export function useIncomeName(): IncomeName {
  const [college, school] = useInstitution()?.institutions ?? [];
  const names = { college: college?.name, school: school?.name };
  return (income) => (income && names[income]) || incomeWord(income);
}
