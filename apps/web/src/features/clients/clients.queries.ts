import { call } from '../../api/call.ts';

/** Returns the client with exactly these eleven digits. */
export const findClient = async (cpf: string, signal: AbortSignal) =>
  (await call('findClients', { query: { search: cpf }, signal })).results[0];

/** Creates a client. A retry is safe: a known CPF returns the existing client. */
export const createClient = (body: { cpf: string; name: string }, signal: AbortSignal) =>
  call('createClient', { body, signal });

/** Corrects the name for sales to come. */
export const renameClient = (id: number, cpf: string, name: string) =>
  call('editClient', { params: { id }, body: { cpf, name } });

/** Returns the students of the client's newest sales. */
export const findStudentsOfClient = (cpf: string, signal: AbortSignal) =>
  call('findStudentsOfClient', { body: { cpf }, signal });
