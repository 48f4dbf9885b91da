import type { Client } from '@balcao/contract/clients.ts';
import { call } from '../../api/call.ts';

/** Returns the client with exactly these eleven digits. */
export async function findClient(cpf: string, signal: AbortSignal): Promise<Client | undefined> {
  const page = await call('findClients', { query: { search: cpf }, signal });
  return page.results[0];
}

/** Creates a client. A retry is safe: a known CPF returns the existing client. */
export function createClient(
  body: { cpf: string; name: string },
  signal: AbortSignal,
): Promise<Client> {
  return call('createClient', { body, signal });
}
