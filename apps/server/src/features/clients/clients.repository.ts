import type { Client } from '@balcao/contract/clients.ts';
import type { Db, Tx } from '../../database/connection.ts';

const columns = ['id', 'cpf', 'name'] as const;

export function findClientByCpf(db: Db | Tx, cpf: string): Promise<Client | undefined> {
  return db.selectFrom('clients').select(columns).where('cpf', '=', cpf).executeTakeFirst();
}

/** Adds the client; undefined when the CPF is there already, also when someone is just adding it. */
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
