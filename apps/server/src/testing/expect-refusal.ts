import type { Problem } from '@balcao/contract/problem.ts';
import { type RefusalCode, refusals } from '@balcao/contract/refusal.ts';
import { expect } from 'vitest';
import type { Db } from '../database/connection.ts';
import { tableSnapshot } from './table-snapshot.ts';

export type ExpectedRefusal = { code: RefusalCode; field?: string; expected?: number };

/** Asserts that a request is refused as the contract says, in Portuguese, and changes no row. */
export async function expectRefusal(
  db: Db,
  send: () => Promise<Response>,
  refusal: ExpectedRefusal,
): Promise<Problem> {
  const [problem] = await expectRefusals(db, [send], refusal);
  return problem as Problem;
}

/** The same of several requests, one after the other. */
export async function expectRefusals(
  db: Db,
  sends: readonly (() => Promise<Response>)[],
  refusal: ExpectedRefusal,
): Promise<Problem[]> {
  const before = await tableSnapshot(db);
  const problems: Problem[] = [];
  for (const send of sends) problems.push(await problemOf(await send(), refusal));
  expect(await tableSnapshot(db)).toEqual(before);
  return problems;
}

async function problemOf(
  response: Response,
  { code, field, expected }: ExpectedRefusal,
): Promise<Problem> {
  const problem = (await response.json()) as Problem;
  const { status, detail } = refusals[code];
  expect(problem).toMatchObject({ status, code, type: 'about:blank' });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
  if (field !== undefined) expect(problem.field).toBe(field);
  if (expected !== undefined) expect(problem.expected).toBe(expected);
  expectPortuguese(problem.detail, detail);
  return problem;
}

/** A validator's own texts are English. */
function expectPortuguese(detail: string, general: string): void {
  expect(detail.startsWith(general.replace(/\.$/, ''))).toBe(true);
  expect(detail).not.toMatch(/\b(must|should|be|not|have|match|than|equal|property|properties)\b/);
}
