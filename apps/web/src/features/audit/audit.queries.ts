/** The key of every query about the audit. */
export const AUDIT_KEY = ['audit'] as const;
