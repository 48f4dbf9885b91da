import { type Problem, type RefusalCode, refusals } from '@balcao/contract/refusal.ts';
import { expect } from 'vitest';
import type { Db } from '../database/connection.ts';
import { tableSnapshot } from './table-snapshot.ts';

export type ExpectedRefusal = { code: RefusalCode; field?: string; expected?: number };

/** Asserts that a request is refused as the contract says, in Portuguese, and changes no row. */
export async function expectRefusal(
  db: Db,
  send: () => Promise<Response>,
  { code, field, expected }: ExpectedRefusal,
): Promise<Problem> {
  const before = await tableSnapshot(db);
  const response = await send();
  const problem = (await response.json()) as Problem;
  const { status, detail } = refusals[code];
  expect(problem).toMatchObject({ status, code, type: 'about:blank' });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
  if (field !== undefined) expect(problem.field).toBe(field);
  if (expected !== undefined) expect(problem.expected).toBe(expected);
  expectPortuguese(problem.detail, detail);
  expect(await tableSnapshot(db)).toEqual(before);
  return problem;
}

/** A validator's own texts are English. */
function expectPortuguese(detail: string, general: string): void {
  expect(detail.startsWith(general.replace(/\.$/, ''))).toBe(true);
  expect(detail).not.toMatch(/\b(must|should|be|not|have|match|than|equal|property|properties)\b/);
}
