import { days, defineFilter, type Filtered, isPersonal, text } from '../../ui/lists/filter.ts';

/** The key of every query about the audit. */
export const AUDIT_KEY = ['audit'] as const;

export const auditFilter = defineFilter({
  fields: {
    /** Part of a name or login. */
    user: text(),
    /** What an entry is about: a name, or a short number. */
    about: text(isPersonal),
    /** An action or an area (audit-page.tsx). Their list would be loaded by every visitor. */
    kind: text(),
    ...days,
  },
});

export type AuditFilter = Filtered<typeof auditFilter>;
