import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { pageByName, type Slice } from '../../database/listing.ts';

export type PaymentMethodRow = { id: number; name: string };

const columns = ['id', 'name'] as const;

export function paymentMethodsPage(db: Db, search: string | undefined, slice: Slice) {
  return pageByName<PaymentMethodRow>(db, { table: 'payment_methods', columns }, search, slice);
}

export function lockPaymentMethod(tx: Tx, id: number): Promise<PaymentMethodRow | undefined> {
  return tx
    .selectFrom('payment_methods')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function insertPaymentMethod(tx: Tx, name: string): Promise<PaymentMethodRow> {
  return tx
    .insertInto('payment_methods')
    .values({ name })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function renamePaymentMethod(tx: Tx, id: number, name: string): Promise<PaymentMethodRow> {
  return tx
    .updateTable('payment_methods')
    .set({ name })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function markPaymentMethodDeleted(tx: Tx, id: number, by: number): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set({ deleted_at: sql`now()`, deleted_by: by })
    .where('id', '=', id)
    .execute();
}
