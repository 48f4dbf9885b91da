import { auditGroups } from '@balcao/domain/audit/actions.ts';

/** The choices of a select: all, then every kind in its group. */
export const kindChoices = [
  { value: '', label: 'Todos os tipos' },
  ...Object.entries(auditGroups).map(([group, kinds]) => ({
    group,
    items: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  })),
];
