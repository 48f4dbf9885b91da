import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Counter, openTestCounter } from '../testing/counter.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';
import type { Db } from './connection.ts';

/** What the role that serves requests cannot do, whatever bug the program may have. */

let counter: Counter;
let role: Db;
let owner: Db;

beforeAll(async () => {
  counter = await openTestCounter(afterAll);
  role = counter.shop.connection.db;
  owner = counter.shop.owner.db;
  await counter.sell(counter.payload);
});

const NOT_PERMITTED = { code: '42501' };

async function refused(db: Db, statement: string) {
  const before = await tableSnapshot(owner);
  await expect(sql.raw(statement).execute(db)).rejects.toMatchObject(NOT_PERMITTED);
  expect(await tableSnapshot(owner)).toEqual(before);
}

const KEPT_FOR_EVER = [
  'sale_items',
  'sale_payments',
  'audit_events',
  'audit_seals',
  'closings',
  'closing_payments',
  'closing_sales',
  'kysely_migration',
];

test.each(KEPT_FOR_EVER)('the rows of %s are neither changed nor taken away', async (table) => {
  const { rows } = await sql<{ name: string }>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table}
  `.execute(owner);
  expect(rows.length).toBeGreaterThan(0);
  for (const { name } of rows) await refused(role, `UPDATE ${table} SET ${name} = DEFAULT`);
  await refused(role, `DELETE FROM ${table}`);
  await refused(role, `TRUNCATE ${table}`);
});

test('of a sale only who deleted it and when can be written', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = 'sales'
      AND column_name NOT IN ('deleted_at', 'deleted_by')
  `.execute(owner);
  expect(rows.length).toBeGreaterThan(18);
  for (const { name } of rows) await refused(role, `UPDATE sales SET ${name} = DEFAULT`);
  await refused(role, 'DELETE FROM sales');
  await refused(role, 'TRUNCATE sales CASCADE');
});

test.each([
  ...['users', 'products', 'payment_methods', 'clients', 'students', 'shop'].map(
    (table) => `DELETE FROM ${table}`,
  ),
  "UPDATE shop SET id = '00000000'",
  "INSERT INTO shop (id, sample) VALUES ('00000000', false)",
  'CREATE TABLE loot (id integer)',
  'CREATE FUNCTION loot() RETURNS integer LANGUAGE sql RETURN 1',
  'CREATE SCHEMA loot',
  'CREATE ROLE loot',
  'DROP TABLE sale_items',
  'DROP SCHEMA public CASCADE',
  'ALTER TABLE sales DROP CONSTRAINT sales_idempotency_key_key',
  'ALTER TABLE sales ADD COLUMN loot integer',
  'ALTER TABLE sales DISABLE TRIGGER sale_adds_up',
  'ALTER TABLE audit_events DISABLE TRIGGER audit_rows_stay',
  'DROP TRIGGER sale_adds_up ON sales',
  'DROP TRIGGER audit_rows_stay ON audit_events',
  'CREATE INDEX loot ON sales (id)',
  'CREATE TRIGGER loot BEFORE INSERT ON sales FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit()',
  'CREATE OR REPLACE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  "SET session_replication_role = 'replica'",
  'SET ROLE postgres',
  'ALTER ROLE balcao_app SUPERUSER',
  "ALTER SYSTEM SET fsync = 'off'",
  "COPY sales TO PROGRAM 'cat'",
  "COPY users FROM '/etc/passwd'",
  "SELECT pg_read_file('/etc/passwd')",
])('%s is not permitted', async (statement) => {
  const before = await tableSnapshot(owner);
  // SET ROLE has a code of its own for a missing role.
  await expect(sql.raw(statement).execute(role)).rejects.toMatchObject({
    code: expect.stringMatching(/^(42501|22023)$/),
  });
  expect(await tableSnapshot(owner)).toEqual(before);
});

test('the audit is closed to the owner of the tables too', async () => {
  for (const statement of [
    "UPDATE audit_events SET action = 'nothing'",
    'DELETE FROM audit_events',
    'DELETE FROM audit_events WHERE false',
    'TRUNCATE audit_events',
    'TRUNCATE audit_events, sales CASCADE',
  ]) {
    await refused(owner, statement);
  }
});
