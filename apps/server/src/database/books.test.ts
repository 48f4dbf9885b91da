import { randomUUID } from 'node:crypto';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { insertSales, type SaleToInsert } from '../features/sales/insert-sales.repository.ts';
import { openTestCounter } from '../testing/counter.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';
import type { Db } from './connection.ts';
import { APPLICATION_ROLE } from './open/application-role.ts';

/** The last line of defence: the database itself refuses a sale whose figures do not add up. */

const counter = await openTestCounter(afterAll);
const { db } = counter.shop.owner;
const role = counter.shop.connection.db;
await counter.sell(counter.payload);

/** R$ 10,00 less 10 %, less 0,50; paid with 10,00. */
const SALE = {
  ...{ subtotal: 1_000, total: 900, generalDiscount: 50, totalGeneral: 850 },
  ...{ paid: 1_000, change: 150 },
};
const ITEM = {
  price: 500,
  quantity: 2,
  subtotal: 1_000,
  percent: 1_000,
  discount: 100,
  total: 900,
};
const PAYMENT = { line: 1, amount: 1_000, net: 850 };

/** What makes 8,49 up to 10,00 and brings in nothing. */
const NOTHING_NET = { line: 2, amount: 151, net: 0 };

type Books = {
  sale?: Partial<typeof SALE>;
  items?: Partial<typeof ITEM>[];
  payments?: Partial<typeof PAYMENT>[];
};

/** Inserts a sale with any figures and returns its id. */
async function write({ sale, items = [{}], payments = [{}] }: Books): Promise<number> {
  const { shop, vera, client, pen, cash } = counter;
  const stored = {
    ...SALE,
    ...sale,
    idempotencyKey: randomUUID(),
    requestHash: Buffer.alloc(32),
    seller: vera,
    client,
    student: null,
    items: items.map((change) => {
      const { price, percent, ...item } = { ...ITEM, ...change };
      return { ...item, product: { ...pen, unitPrice: price }, discountPercent: percent };
    }),
    payments: payments.map((change) => ({
      ...PAYMENT,
      ...change,
      methodId: cash.id,
      method: cash.name,
    })),
  };
  const [inserted] = await insertSales(shop.owner.pool, [stored as unknown as SaleToInsert]);
  return inserted && 'id' in inserted ? inserted.id : 0;
}

const CHECK_VIOLATION = { code: '23514' };

test('figures that add up are taken', async () => {
  await expect(write({})).resolves.toBeGreaterThan(0);
  const halves = {
    sale: { subtotal: 101, total: 50, generalDiscount: 0, totalGeneral: 50, paid: 50, change: 0 },
    items: [{ price: 1, quantity: 101, subtotal: 101, percent: 5_000, discount: 51, total: 50 }],
    payments: [{ amount: 50, net: 50 }],
  };
  await expect(write(halves)).resolves.toBeGreaterThan(0);
});

const paidWith = (amount: number, net = 850): Books => ({
  sale: { paid: amount, change: amount - 850 },
  payments: [{ amount, net }],
});
const discounted = (generalDiscount: number) => ({
  generalDiscount,
  totalGeneral: 900 - generalDiscount,
  change: 100 + generalDiscount,
});

test.each<[string, Books]>([
  ['a sale without items', { items: [] }],
  ['a sale without payments', { payments: [] }],
  ['an item too many', { items: [{}, {}] }],
  ['a payment too many', { payments: [{}, { line: 2 }] }],
  ['another subtotal than its items', { sale: { subtotal: 1_001 } }],
  ['another total than its items', { sale: { total: 899, totalGeneral: 849, change: 151 } }],
  ['another discount than its total less what is due', { sale: { generalDiscount: 49 } }],
  ['another change than paid less due', { sale: { change: 149 } }],
  ['more paid than its payments', { sale: { paid: 1_001, change: 151 } }],
  ['net payments short of what is due', { payments: [{ net: 849 }] }],
  ['net payments past what is due', { payments: [{ net: 851 }] }],
  ['the change kept in the till', { payments: [{ net: 1_000 }] }],
  ['less paid than due', paidWith(849, 849)],
  ['a discount past the total', { sale: discounted(901) }],
  ['a negative discount', { sale: discounted(-1), payments: [{ net: 901 }] }],
  ['a total past the subtotal', { sale: { total: 1_100, generalDiscount: 250 } }],
  ['more paid than the books hold', paidWith(1_000_000_000)],
  ['an item of nothing', { items: [{ quantity: 0, subtotal: 0 }] }],
  ['a negative quantity', { items: [{ quantity: -2, subtotal: -1_000 }] }],
  ['an item that is not its price times its quantity', { items: [{ price: 499 }] }],
  [
    'an item discount of another percentage',
    { items: [{ percent: 1_001, discount: 101, total: 899 }, {}] },
  ],
  ['an item discount rounded down', { items: [{ percent: 1_005, discount: 100 }] }],
  ['an item total that is not its subtotal less its discount', { items: [{ total: 901 }] }],
  ['a discount of more than all', { items: [{ percent: 10_001 }] }],
  ['a payment of nothing', { payments: [{}, { line: 2, amount: 0, net: 0 }] }],
  ['a negative payment', { payments: [{ amount: 1_001 }, { line: 2, amount: -1, net: 0 }] }],
  ['a net payment of more than was paid', { payments: [{ amount: 849 }, NOTHING_NET] }],
  ['a sixth payment line', { payments: [{ line: 6 }] }],
])('%s is refused at the latest at commit, and leaves nothing', async (_fault, books) => {
  const before = await tableSnapshot(db);
  await expect(write(books)).rejects.toMatchObject(CHECK_VIOLATION);
  expect(await tableSnapshot(db)).toEqual(before);
});

test('the same key twice is refused', async () => {
  const id = await write({});
  await write({});
  const again = sql`UPDATE sales SET idempotency_key =
    (SELECT idempotency_key FROM sales WHERE id = ${id})`;
  await expect(again.execute(db)).rejects.toMatchObject({ code: '23505' });
});

test('nothing is added to a sale or a closing that has been made, even by a role that may add rows', async () => {
  const { shop, vera, token, payload } = counter;
  const { body } = await counter.sell(payload);
  const date = businessDayOf(new Date(body.created_at));
  const closed = await shop.call('closeBox', { token, body: { date, seller_id: vera.id } });
  expect(closed.status).toBe(200);
  const later = await counter.sell(payload);
  const before = await tableSnapshot(db);
  const free = { unit_price_cents: 0, subtotal_cents: 0, discount_cents: 0, total_cents: 0 };
  for (const [table, change] of [
    ['sale_items', { line: 3 }],
    ['sale_items', { line: 3, ...free }],
    ['sale_payments', { line: 5 }],
    ['closing_payments', { line: 9, method_name: 'Vale', net_cents: 1 }],
    ['closing_sales', { sale_id: later.body.id }],
  ] as const) {
    // A copy of an older row with these values.
    const added = sql`
      INSERT INTO ${sql.table(table)}
      SELECT (jsonb_populate_record(old, ${JSON.stringify(change)}::jsonb)).*
      FROM ${sql.table(table)} AS old LIMIT 1`;
    const adding = added.execute(role);
    await expect(adding, table).rejects.toMatchObject(CHECK_VIOLATION);
  }
  expect(await tableSnapshot(db)).toEqual(before);
});

/** The limits of the role that serves requests: they hold even if the program has a bug. */

/** Asserts that a statement is not permitted and changes nothing. */
async function refused(by: Db, statement: string) {
  const before = await tableSnapshot(db);
  // SET ROLE has a code of its own for a missing role.
  const code = expect.stringMatching(/^(42501|22023)$/);
  await expect(sql.raw(statement).execute(by)).rejects.toMatchObject({ code });
  expect(await tableSnapshot(db)).toEqual(before);
}

test('the role reads and adds rows, and changes and deletes few of them', async () => {
  const { rows } = await sql<{ rights: string; tables: string }>`
    WITH owned AS (
      SELECT oid, relname::text AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ), rights AS (
      SELECT name, privilege FROM owned,
        unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) AS privilege
      WHERE has_table_privilege(${APPLICATION_ROLE}, oid, privilege)
      UNION ALL
      SELECT name, format('UPDATE (%s)', attname) FROM owned JOIN pg_attribute ON attrelid = oid
      WHERE attnum > 0 AND NOT attisdropped AND NOT has_table_privilege(${APPLICATION_ROLE}, oid, 'UPDATE')
        AND has_column_privilege(${APPLICATION_ROLE}, oid, attnum, 'UPDATE')
    ), by_table AS (
      SELECT name, string_agg(privilege, ' ' ORDER BY privilege) AS rights FROM rights GROUP BY name
    )
    SELECT rights, string_agg(name, ' ' ORDER BY name) AS tables FROM by_table
    GROUP BY rights`.execute(db);
  expect(Object.fromEntries(rows.map(({ rights, tables }) => [rights, tables]))).toEqual({
    SELECT: 'kysely_migration kysely_migration_lock',
    'SELECT UPDATE (sample)': 'shop',
    'INSERT SELECT UPDATE (undone) UPDATE (undone_at) UPDATE (undone_by) UPDATE (undone_by_name)':
      'bulk_changes',
    'INSERT SELECT':
      'audit_events audit_seals box_counts cash_movements closing_corrections closing_payments closing_sales closings correction_items correction_payments corrections logos month_closings month_files month_reopenings name_corrections sale_items sale_payments stock_count_lines stock_count_results stock_movement_lines stock_movements unlinked_sales',
    // The time of a count, and a reason that is added later; a trigger keeps what is there.
    'INSERT SELECT UPDATE (approved_by) UPDATE (approved_by_name) UPDATE (closed_at) UPDATE (counted_at) UPDATE (counted_by) UPDATE (notes) UPDATE (reason) UPDATE (short_at)':
      'cash_boxes',
    'INSERT SELECT UPDATE (accepted_at) UPDATE (accepted_by) UPDATE (note)': 'kept_sales',
    'INSERT SELECT UPDATE (deleted_at) UPDATE (deleted_by) UPDATE (deletion_reason)': 'sales',
    'DELETE INSERT SELECT':
      'bank_statement_lines bank_statements card_terms client_students recovery_codes',
    'DELETE INSERT SELECT UPDATE (apart) UPDATE (correction_id) UPDATE (end_to_end) UPDATE (how) UPDATE (kind) UPDATE (not_ours) UPDATE (payment_line) UPDATE (sale_id) UPDATE (time) UPDATE (txid)':
      'bank_lines',
    'INSERT SELECT UPDATE': 'material_lists parked_sales payment_methods products users',
    'SELECT UPDATE': 'settings',
    'INSERT SELECT UPDATE (ended_at) UPDATE (ended_by) UPDATE (ended_by_name) UPDATE (outcome)':
      'stock_counts',
    'DELETE INSERT SELECT UPDATE (quantity)': 'stock_minimums',
    'DELETE INSERT SELECT UPDATE (used_at)': 'approvals',
    'DELETE INSERT SELECT UPDATE':
      'clients met_people second_factors session_tokens sessions sign_in_failures students',
  });
});

test('what runs with the rights of the owner is open to this role, and not to everybody', async () => {
  const { rows } = await sql`
    SELECT proname::text AS name, has_function_privilege(${APPLICATION_ROLE}, oid, 'EXECUTE') AS role,
      has_function_privilege('public', oid, 'EXECUTE') AS everybody
    FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY name`.execute(
    db,
  );
  expect(rows).toEqual([
    { name: 'anonymise_client', role: true, everybody: false },
    { name: 'anonymise_student', role: true, everybody: false },
  ]);
});

test.each([
  'UPDATE sales SET total_cents = DEFAULT',
  'UPDATE kept_sales SET made_at = DEFAULT',
  'DELETE FROM kept_sales',
  'UPDATE closings SET total_cents = DEFAULT',
  'UPDATE corrections SET total_cents = DEFAULT',
  'UPDATE correction_payments SET net_cents = DEFAULT',
  'DELETE FROM corrections',
  'UPDATE cash_movements SET amount_cents = DEFAULT',
  'UPDATE box_counts SET counted_cents = DEFAULT',
  'UPDATE cash_boxes SET float_cents = DEFAULT',
  'DELETE FROM cash_boxes',
  "UPDATE audit_events SET action = 'nothing'",
  'DELETE FROM sales',
  'DELETE FROM users',
  'TRUNCATE sales CASCADE',
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
])('%s is not permitted', (statement) => refused(role, statement));

test.each([
  "UPDATE audit_events SET action = 'nothing'",
  'DELETE FROM audit_events',
  'DELETE FROM audit_events WHERE false',
  'TRUNCATE audit_events',
  'TRUNCATE audit_events, sales CASCADE',
])('%s is closed to the owner of the tables too', (statement) => refused(db, statement));
