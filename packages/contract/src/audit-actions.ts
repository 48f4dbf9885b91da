/** Every kind of audit event. A file without schemas, so that the browser loads no validators. */
export const auditActions = [
  'session.started',
  'session.refused',
  'session.ended',
  'session.token_reused',
  'password.changed',
  'password.reset',
  'user.created',
  'user.edited',
  'user.deleted',
  'product.created',
  'product.edited',
  'product.deleted',
  'payment_method.created',
  'payment_method.edited',
  'payment_method.deleted',
  'client.created',
  'client.exported',
  'client.anonymised',
  'student.created',
  'sale.created',
  'sale.deleted',
  'box.closed',
  'audit.head_missing',
  'demo.filled',
] as const;

export type AuditAction = (typeof auditActions)[number];
