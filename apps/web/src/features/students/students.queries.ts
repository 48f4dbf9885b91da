import type { Student } from '@balcao/contract/students.ts';
import { call } from '../../api/client.ts';

/** The student with exactly this matrícula; undefined when there is none. */
export async function findStudent(
  registration: string,
  signal: AbortSignal,
): Promise<Student | undefined> {
  const page = await call('findStudents', { query: { search: registration }, signal });
  return page.results[0];
}

/** Registers a student; a matrícula that exists answers the existing one, so it may be repeated. */
export function createStudent(
  body: { registration: string; name: string },
  signal: AbortSignal,
): Promise<Student> {
  return call('createStudent', { body, signal });
}
