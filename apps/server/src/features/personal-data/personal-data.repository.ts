import { sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';

/** The lock lasts to the end of the transaction; until then no sale to this client is recorded. */
export function lockClient(tx: Tx, cpf: string) {
  return tx
    .selectFrom('clients')
    .select(['id', 'cpf', 'name', 'created_at'])
    .where('cpf', '=', cpf)
    .forUpdate()
    .executeTakeFirst();
}

/** Oldest first, deleted sales included. */
export function salesOf(tx: Tx, clientId: number) {
  return tx
    .selectFrom('sales')
    .select(['id', 'deleted_at'])
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();
}

/** The students of the client's sales, as they are now. */
export function studentsOf(tx: Tx, clientId: number) {
  return tx
    .selectFrom('students')
    .select(['id', 'registration', 'name', 'created_at'])
    .where('id', 'in', (sales) =>
      sales
        .selectFrom('sales')
        .select('student_id')
        .where('client_id', '=', clientId)
        .where('student_id', 'is not', null)
        .$castTo<{ student_id: number }>(),
    )
    .orderBy('id')
    .execute();
}

/** Oldest first. */
export function nameCorrectionsOf(tx: Tx, clientId: number) {
  return tx
    .selectFrom('name_corrections')
    .innerJoin('audit_events', 'audit_events.id', 'audit_event_id')
    .select(['at', 'old_name', 'new_name'])
    .where('client_id', '=', clientId)
    .orderBy('audit_event_id')
    .execute();
}

/** Orders with the client's CPF that are not erased yet, oldest first. */
export function parkedSalesOf(tx: Tx, cpf: string) {
  return tx
    .selectFrom('parked_sales')
    .select([
      'id',
      'parked_at',
      'seller_id',
      'client_name',
      'student_registration',
      'student_name',
      'items',
    ])
    .where('client_cpf', '=', cpf)
    .orderBy('id')
    .execute();
}

/**
 * In the client's row, the corrections of the name and the copies that sales keep. Parked orders go on without
 * a client, returns without their reason, which may name people.
 */
export async function replaceIdentity(
  tx: Tx,
  { id: clientId, cpf }: { id: number; cpf: string },
  pseudonym: string,
): Promise<void> {
  await tx
    .updateTable('parked_sales')
    .set({ client_cpf: '', client_name: '' })
    .where('client_cpf', '=', cpf)
    .execute();
  await tx
    .updateTable('clients')
    .set({ name: pseudonym, cpf: `anonimo-${clientId}`, anonymised_at: sql`now()` })
    .where('id', '=', clientId)
    .execute();
  // Without digits, because screens and papers show only the digits of a CPF.
  await tx
    .updateTable('sales')
    .set({ client_name: pseudonym, client_cpf: 'anonimizado' })
    .where('client_id', '=', clientId)
    .execute();
  await tx
    .updateTable('corrections')
    .set({ reason: 'Motivo apagado' })
    .where('sale_id', 'in', (sales) =>
      sales.selectFrom('sales').select('id').where('client_id', '=', clientId),
    )
    .execute();
  await tx
    .updateTable('name_corrections')
    .set({ old_name: pseudonym, new_name: pseudonym })
    .where('client_id', '=', clientId)
    .execute();
}
