import {
  type AuditArea,
  auditAreas,
  auditGroups,
  auditKinds,
} from '@balcao/domain/audit/actions.ts';

export const areas = Object.keys(auditAreas) as AuditArea[];

/** '' for one that does not exist. */
export const knownKind = (kind: string) => auditKinds.find((known) => known === kind) ?? '';

/** The choices of a select: all, an area, then every kind in its group. */
export const kindChoices = [
  { value: '', label: 'Todos os tipos' },
  ...areas.map((value) => ({ value, label: `${auditAreas[value]}: tudo` })),
  ...Object.entries(auditGroups).map(([group, kinds]) => ({
    group,
    items: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  })),
];
