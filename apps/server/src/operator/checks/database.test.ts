import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { servingTrouble } from '../../database/open/serving-role.ts';
import { openTestShop } from '../../testing/app.ts';
import { aSale, aUser, saleParts } from '../../testing/builders.ts';
import { aKeptSale } from '../../testing/kept-sales.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { readDatabaseFacts } from './database.repository.ts';
import { checkClock, checkDatabase, checkOpenDatabase } from './database.ts';
import { inOneLine } from './finding.ts';

const restart = 'systemctl restart balcao';
const ill = { origin: 'http://127.0.0.1:3000', version: '0.2.0', status: 500, backup: undefined };

test('what only a start mends: a role that is gone, and indexes of another version of ICU', async () => {
  const { owner } = await openTestShop();
  const facts = await readDatabaseFacts(owner.db);
  expect(facts.hasRole).toBe(true);
  const found = async (hasRole: boolean, open: typeof ill | undefined = ill) =>
    (await checkOpenDatabase(owner, { ...facts, hasRole }, { open, restart })).map(inOneLine);
  expect(await found(true)).toEqual([]);
  expect(await found(false, { ...ill, status: 200 })).toEqual([]);
  expect(await found(false)).toEqual([
    expect.stringMatching(/^problema .*falta o papel balcao_app, .* → systemctl restart balcao$/),
  ]);
  await owner.pool.query("UPDATE pg_collation SET collversion = '1' WHERE collprovider = 'i'");
  expect(await found(true)).toEqual([
    expect.stringMatching(/^problema .*ICU.* → systemctl restart balcao \(se isso volta/),
  ]);
});

test('of a user who may not make the role the doctor says what a superuser has to do, as the start does', async () => {
  const { owner } = await openTestShop();
  const weak = `fraco_${Date.now()}`;
  await owner.pool.query(`CREATE ROLE ${weak}`);
  const told = await owner.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL ROLE ${sql.id(weak)}`.execute(tx);
    return servingTrouble(tx);
  });
  await owner.pool.query(`DROP ROLE ${weak}`);
  // The role is there already.
  expect(told).toContain(`resolve: GRANT balcao_app TO ${weak};`);
  expect(await servingTrouble(owner.db)).toBeUndefined();
});

test('kept sales that wait for an administrator', async () => {
  const { owner, call } = await openTestShop();
  const found = async () => {
    const facts = await readDatabaseFacts(owner.db);
    return (await checkOpenDatabase(owner, facts, { open: undefined, restart })).map(inOneLine);
  };
  expect(await found()).toEqual([]);
  const token = await anAccess(owner.db, (await aUser(owner.db)).id);
  const made_at = new Date(Date.now() - 600_000).toISOString();
  const body = aKeptSale(await saleParts(owner.db), { made_at });
  await call('createKeptSale', { token, body, headers: { 'idempotency-key': randomUUID() } });
  expect(await found()).toEqual([expect.stringMatching(/^atenção .*: 1 espera por um administ/)]);
});

test('settings that lose sales, damaged pages, and a sale that is ahead of the clock', async () => {
  const { owner } = await openTestShop();
  const { db, pool } = owner;
  const facts = await readDatabaseFacts(db);
  const found = async (more = {}) =>
    (await checkDatabase(owner, { ...facts, ...more }, true)).map(inOneLine);
  expect(await found({ checksums: true })).toEqual([expect.stringMatching(/^ok /)]);
  expect(await found({ badPages: 2, checksums: true })).toEqual([
    expect.stringMatching(
      /^problema .*dados corrompidos no disco \(2 páginas\)\. → Faça um backup/,
    ),
  ]);
  const { rows } = await pool.query('SELECT current_database() AS name');
  await pool.query(`ALTER DATABASE "${rows[0].name}" SET synchronous_commit = off`);
  expect(await found({ checksums: true })).toEqual([
    expect.stringMatching(/^problema .*podem perder vendas: synchronous_commit=off\. → Desfaça-as/),
  ]);
  const clock = async () => inOneLine(await checkClock(owner, await readDatabaseFacts(db)));
  expect(await clock()).toMatch(/^ok /);
  const createdAt = new Date(Date.now() + 3_600_000);
  await aSale(pool, { ...(await saleParts(db)), seller: await aUser(db), createdAt });
  expect(await clock()).toMatch(/^problema .*atrás da venda mais nova .* → Acerte a data e a hora/);
});
