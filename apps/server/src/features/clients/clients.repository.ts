import type { Client } from '@balcao/contract/clients.ts';
import type { Db, Tx } from '../../database/connection.ts';

const columns = ['id', 'cpf', 'name'] as const;

export function findClientByCpf(db: Db | Tx, cpf: string): Promise<Client | undefined> {
  return db.selectFrom('clients').select(columns).where('cpf', '=', cpf).executeTakeFirst();
}

/** Undefined when the CPF already exists, also when a concurrent request is adding it. */
export function insertClient(
  tx: Tx,
  client: { cpf: string; name: string },
): Promise<Client | undefined> {
  return tx
    .insertInto('clients')
    .values(client)
    .onConflict((conflict) => conflict.column('cpf').doNothing())
    .returning(columns)
    .executeTakeFirst();
}
