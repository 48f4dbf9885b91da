import { call } from '../../api/call.ts';

/** Returns the student with exactly this matrícula. */
export const findStudent = async (registration: string, signal: AbortSignal) =>
  (await call('findStudents', { query: { search: registration }, signal })).results[0];

/** Creates a student. A retry is safe: a known matrícula returns the existing student. */
export const createStudent = (body: { registration: string; name: string }, signal: AbortSignal) =>
  call('createStudent', { body, signal });

/** Corrects the name for sales to come. */
export const renameStudent = (id: number, registration: string, name: string) =>
  call('editStudent', { params: { id }, body: { registration, name } });

/** Returns the clients of the student's newest sales. */
export const findClientsOfStudent = (registration: string, signal: AbortSignal) =>
  call('findClientsOfStudent', { body: { registration }, signal });
