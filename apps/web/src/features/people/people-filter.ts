import { defineFilter, flag, id, text } from '../../ui/lists/filter.ts';

export const peopleFilter = defineFilter({
  // `alike`: those alone who may be registered twice.
  fields: { search: text(), class: text(), alike: flag },
  beside: { person: id },
});
