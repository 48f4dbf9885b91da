import { pixStates } from '@balcao/domain/bank/pix-states.ts';
import { choice, days, defineFilter, type Filtered, monthSoFar } from '../../../ui/lists/filter.ts';

export const bankFilter = defineFilter({
  // '' is Pix.
  fields: { ...days, state: choice(pixStates), of: choice(['returns', 'cards']) },
  otherwise: monthSoFar,
});

export type BankFilter = Filtered<typeof bankFilter>;
