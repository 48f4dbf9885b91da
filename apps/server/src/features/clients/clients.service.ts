import type { Client } from '@balcao/contract/clients.ts';
import type { PageQuery } from '@balcao/contract/page.ts';
import { digitsOf } from '@balcao/domain/cpf.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { SignedIn } from '../../request/serve.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { findClientByCpf, insertClient } from './clients.repository.ts';

/** Only a whole CPF finds its client, so that this cannot be used to read through all clients. */
export async function findClients(db: Db, query: PageQuery) {
  const slice = sliceOf(query);
  const found = await findClientByCpf(db, digitsOf(query.search ?? ''));
  return pageOf(found && slice.offset === 0 ? [found] : [], found ? 1 : 0, slice);
}

/** Returns the client of the CPF, new or existing. An existing client keeps their name. */
export async function createClient(
  db: Db,
  actor: SignedIn,
  { cpf, name }: { cpf: string; name: string },
): Promise<Client> {
  return inTransaction(db, async (tx) => {
    const created = await insertClient(tx, { cpf, name: tidyText(name) });
    if (!created) return (await findClientByCpf(tx, cpf)) as Client;
    // The audit has the client's id alone, without CPF and name.
    await recordAudit(tx, { actor, action: 'client.created', subjectId: created.id });
    return created;
  });
}
