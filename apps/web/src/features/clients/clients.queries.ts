import type { Client } from '@balcao/contract/clients.ts';
import { call } from '../../api/client.ts';

/** The client with exactly these eleven digits; undefined when there is none. */
export async function findClient(cpf: string, signal: AbortSignal): Promise<Client | undefined> {
  const page = await call('findClients', { query: { search: cpf }, signal });
  return page.results[0];
}

/** Registers a client; a CPF that exists answers the existing one, so it may be repeated. */
export function createClient(
  body: { cpf: string; name: string },
  signal: AbortSignal,
): Promise<Client> {
  return call('createClient', { body, signal });
}
