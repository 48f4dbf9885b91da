import { randomUUID } from 'node:crypto';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, expect, test } from 'vitest';
import { connect } from './database/connection.ts';
import { readHead } from './features/audit/audit-head.ts';
import { verifyAudit } from './features/audit/verify-audit.ts';
import { makeEmptyDatabase, temporaryFolder } from './testing/app.ts';
import { aSalePayload, aUser, saleParts } from './testing/builders.ts';
import { violations } from './testing/invariants.ts';
import { type OpenProgram, startProgram } from './testing/program.ts';
import { signIn } from './testing/signed-in.ts';

/** Two servers as an operator runs them on one database, and both started at the same moment. */
const AUDIT_KEY = 'b4'.repeat(32);
const databaseUrl = await makeEmptyDatabase(afterAll);
const { db, close } = connect({ connectionString: databaseUrl }, () => {});
afterAll(close);
const dataDirs = [await temporaryFolder(afterAll), await temporaryFolder(afterAll)];
const programs = dataDirs.map((dataDir) => {
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, AUDIT_KEY, BACKUP_KEEP: '0' };
  return startProgram(env, { whenOver: afterAll });
});
const [one, two] = (await Promise.all(programs.map((program) => program.opened()))) as [
  OpenProgram,
  OpenProgram,
];

test('an empty database becomes one shop, with one administrator whose password is told once', async () => {
  const told = programs.filter((program) => program.printed().includes('senha provisória'));
  expect(told).toHaveLength(1);
  expect(await db.selectFrom('users').select('login').execute()).toEqual([{ login: 'admin' }]);
  const methods = await db.selectFrom('payment_methods').select('name').execute();
  expect(methods).toHaveLength(4);
  expect(programs.map((program) => program.troubles())).toEqual(['', '']);
});

/** Asserts that all four responses are the same. */
function expectOne(status: number, answers: { status: number; body: unknown }[]): void {
  expect(answers.map((answer) => answer.status)).toEqual(Array(4).fill(status));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
}

test('the same keys at both at once are one sale each, and a box closed at both has a version each', async () => {
  const vera = await signIn(one, await aUser(db, { name: 'Vera' }));
  const body = aSalePayload(await saleParts(db, { price: cents(1_250) }));
  const keys = Array.from({ length: 20 }, () => randomUUID());
  const { token } = vera;
  await Promise.all(
    keys.map(async (key) => {
      const sent = { token, body, headers: { 'idempotency-key': key } };
      const sold = [one, two, one, two].map((at) => at.call('createSale', sent));
      expectOne(201, await Promise.all(sold));
    }),
  );
  const stored = await db.selectFrom('sales').select('id').execute();
  expect(stored).toHaveLength(keys.length);

  const box = { token, body: { seller_id: vera.id, date: businessDayOf(new Date()) } };
  expectOne(200, await Promise.all([one, two, one, two].map((at) => at.call('closeBox', box))));
  const versions = await db.selectFrom('closings').select(['version', 'total_cents']).execute();
  expect(versions).toEqual([{ version: 1, total_cents: 25_000 }]);
  expect(await violations(db)).toEqual([]);
});

test('the audit of both is one chain without a gap, whose end each has noted', async () => {
  for (const program of programs) {
    program.kill('SIGTERM');
    expect(await program.ended()).toBe(0);
  }
  const { length } = await db.selectFrom('audit_events').select('id').execute();
  expect(length).toBeGreaterThan(20);
  for (const dataDir of dataDirs) {
    const head = await readHead(dataDir);
    expect(head).toBeDefined();
    const findings = await verifyAudit(db, Buffer.from(AUDIT_KEY, 'hex'), head);
    expect(findings).toEqual({ sealed: length, unsealed: 0, otherKey: false, troubles: [] });
  }
});
