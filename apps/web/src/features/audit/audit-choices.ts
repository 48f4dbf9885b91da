import { actionGroups } from '@balcao/contract/fields/audit-action-words.ts';

/** The choices of a select: all, then every kind in its group. */
export const kindChoices = [
  { value: '', label: 'Todos os tipos' },
  ...Object.entries(actionGroups).map(([group, kinds]) => ({
    group,
    items: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  })),
];
