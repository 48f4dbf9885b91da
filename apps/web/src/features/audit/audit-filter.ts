import {
  type AuditArea,
  auditAreas,
  auditGroups,
  auditKinds,
} from '@balcao/domain/audit/actions.ts';
import { readDays, readListSearch, readText, withoutEmpty } from '../../ui/lists/list-address.ts';
import { readAbout } from './audit-address.ts';

/** The key of every query about the audit. */
export const AUDIT_KEY = ['audit'] as const;

export type AuditFilter = ReturnType<typeof readAuditFilter>;

/** Reads an address that anyone may have typed. Invalid values become '', which filters nothing. */
export function readAuditFilter(address: Record<string, unknown>) {
  return {
    /** Part of a name or login. */
    user: readText(address.user),
    about: readAbout(address.about),
    kind: auditKinds.find((kind) => kind === address.kind) ?? ('' as const),
    ...readDays(address),
  };
}

export const EVERYTHING = readAuditFilter({});

/** Returns the page and the filter of an address without defaults. */
export function readAuditSearch(address: Record<string, unknown>) {
  const { search: _, ...page } = readListSearch(address);
  return { ...page, ...withoutEmpty(readAuditFilter(address)) };
}

export const areas = Object.keys(auditAreas) as AuditArea[];

/** The choices of a select: all, an area, then every kind in its group. */
export const kindChoices = [
  { value: '', label: 'Todos os tipos' },
  ...areas.map((value) => ({ value, label: `${auditAreas[value]}: tudo` })),
  ...Object.entries(auditGroups).map(([group, kinds]) => ({
    group,
    items: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  })),
];
