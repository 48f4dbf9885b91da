import { KINDS_OF_FILTER } from '@balcao/contract/fields/entries-filter.ts';
import { INCOME_PARTS } from '@balcao/domain/income.ts';
import { choice, days, defineFilter, id, optional, text } from '../../ui/lists/filter.ts';

export const entriesFilter = defineFilter({
  fields: {
    startDate: optional(days.startDate),
    endDate: optional(days.endDate),
    ...{ seller: id, product: id, client: id, student: id, closing: id },
    income: optional(choice(INCOME_PARTS)),
    method: optional(text()),
    methodNow: optional(text()),
    kind: optional(choice(KINDS_OF_FILTER)),
  },
  beside: { sale: id },
  tidy: ({ method, methodNow, ...rest }) => {
    // A share of the items of an entry was paid by no method of its own.
    if (rest.product || rest.income) return rest;
    return { ...rest, ...(method ? { method } : methodNow && { methodNow }) };
  },
});
