import type { Student } from '@balcao/contract/students.ts';
import { call } from '../../api/call.ts';

/** Returns the student with exactly this matrícula. */
export async function findStudent(
  registration: string,
  signal: AbortSignal,
): Promise<Student | undefined> {
  const page = await call('findStudents', { query: { search: registration }, signal });
  return page.results[0];
}

/** Creates a student. A retry is safe: a known matrícula returns the existing student. */
export function createStudent(
  body: { registration: string; name: string },
  signal: AbortSignal,
): Promise<Student> {
  return call('createStudent', { body, signal });
}
