import { defineFilter, type Filtered, flag } from '../../ui/lists/filter.ts';

export const keptSalesFilter = defineFilter({
  // Those alone that an administrator has not looked at.
  fields: { open: flag },
});

export type KeptSalesFilter = Filtered<typeof keptSalesFilter>;
