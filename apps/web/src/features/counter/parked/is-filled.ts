import type { OrderRecord } from '../sale/stored-order.ts';

/** Whether the counter holds something to park. Payments or a chosen product alone are nothing. */
export function isFilled({ draft, entry }: Pick<OrderRecord, 'draft' | 'entry'>): boolean {
  const { client, student, items, exchange } = draft;
  const typed = client.digits + client.name + student.digits + student.name;
  return (
    exchange !== undefined || typed.trim() !== '' || items.length > 0 || entry.edited !== undefined
  );
}
