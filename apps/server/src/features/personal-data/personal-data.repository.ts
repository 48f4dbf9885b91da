import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';

/** The client of a CPF, held until the end of the transaction: no sale of theirs is made meanwhile. */
export function lockClient(tx: Tx, cpf: string) {
  return tx
    .selectFrom('clients')
    .select(['id', 'cpf', 'name', 'created_at'])
    .where('cpf', '=', cpf)
    .forUpdate()
    .executeTakeFirst();
}

/** Ids of their sales, oldest first; of deleted ones too. */
export async function saleIdsOf(db: Db | Tx, clientId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sales')
    .select('id')
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of some sales have been deleted, and when. */
export async function deletedAmong(db: Db | Tx, ids: number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; at: Date }>`
    SELECT id, deleted_at AS at FROM sales
    WHERE id = ANY (${ids}) AND deleted_at IS NOT NULL`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** The students whom these sales were for, as they are now. */
export function studentsOf(db: Db | Tx, clientId: number) {
  return db
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

/** Puts a pseudonym in place of name and CPF, in the client and in the copies that sales keep. */
export async function replaceIdentity(tx: Tx, clientId: number, pseudonym: string): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ name: pseudonym, cpf: `anonimo-${clientId}`, anonymised_at: sql`now()` })
    .where('id', '=', clientId)
    .execute();
  // Letters alone: on screens and papers the mask of a CPF leaves nothing of it.
  await tx
    .updateTable('sales')
    .set({ client_name: pseudonym, client_cpf: 'anonimizado' })
    .where('client_id', '=', clientId)
    .execute();
}
