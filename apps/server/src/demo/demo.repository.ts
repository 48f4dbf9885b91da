import type { Client, Student } from '@balcao/contract/people/lookups.ts';
import type { PaymentMethod } from '@balcao/contract/shop/payment-methods.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../database/connection.ts';
import { oneOf } from '../database/rows.ts';
import type { Tables } from '../database/tables.ts';
import type { StoredProduct } from '../features/sales/sale-record.ts';

/** One transaction: as `db` for Kysely, and as `pool` for the sale's statement, which needs pg. */
export type Stores = { db: Tx; pool: Pick<pg.Pool, 'query'> };

/** Runs the work in one transaction on one connection of the pool. */
export async function inOneTransaction<T>(
  pool: pg.Pool,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const query = client.query.bind(client);
  const lent = { query, release: () => {} };
  const onlyThisOne = { options: pool.options, connect: async () => lent, end: async () => {} };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: onlyThisOne }) });
  let failure: Error | undefined;
  try {
    return await db.transaction().execute((tx) => work({ db: tx, pool: client }));
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // After a failure the connection is in an unknown state; `failure` makes the pool close it.
    client.release(failure);
  }
}

/** Any number that no other lock uses. The lock lasts to the end of the transaction. */
const DEMO_LOCK = 20_260_002;

export async function lockDemo(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx);
}

/**
 * Whether this database is empty or holds the sample shop. It is called before the migrations, with a
 * schema of any version.
 */
export async function isForDemo(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`.execute(db);
  const tables = rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
  if (tables.length === 0) return true;
  if (!tables.includes('audit_events')) return false;
  const isOurs = tables.includes('shop')
    ? sql<{ yes: boolean }>`SELECT sample OR NOT EXISTS (SELECT FROM users) AS yes FROM shop`
    : sql<{ yes: boolean }>`
        SELECT EXISTS (SELECT FROM audit_events WHERE action = 'demo.filled') AS yes`;
  const found = await isOurs.execute(db);
  return found.rows[0]?.yes === true;
}

export type Found = {
  /** Whether the sample shop has been filled completely. */
  filled: boolean;
  /** The last day with a sale, deleted sales included. */
  lastDay: BusinessDay | null;
};

export async function whatIsThere(db: Db): Promise<Found> {
  return oneOf<Found>(db)`
    SELECT EXISTS (SELECT FROM audit_events WHERE action = 'demo.filled') AS filled,
      (SELECT max(business_day) FROM sales) AS "lastDay"`;
}

/** Rows that were just inserted get a date before the first sale. */
export async function dateBack(tx: Tx, to: Date): Promise<void> {
  for (const table of ['users', 'products', 'payment_methods', 'clients', 'students'] as const) {
    await sql`UPDATE ${sql.table(table)} SET created_at = ${to}`.execute(tx);
  }
}

/** Rows that sales refer to, by their names in the sample. */
export type Stock = {
  administrator: { id: number; name: string; admin: boolean } | undefined;
  sellers: Map<string, { id: number; name: string; admin: boolean }>;
  methods: Map<string, PaymentMethod>;
  products: Map<string, StoredProduct>;
  clients: Map<string, Client>;
  students: Map<string, Student>;
};

export async function readStock(db: Db): Promise<Stock> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'login', 'admin'])
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  const methods = await db
    .selectFrom('payment_methods')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .execute();
  const products = await db
    .selectFrom('products')
    .select(['id', 'code', 'name', 'price_cents as unitPrice'])
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .execute();
  const clients = await db.selectFrom('clients').select(['id', 'cpf', 'name']).execute();
  const students = await db.selectFrom('students').select(['id', 'registration', 'name']).execute();
  return {
    administrator: users.find((user) => user.admin),
    sellers: new Map(users.map((user) => [user.login, user])),
    methods: new Map(methods.map((method) => [method.name, method])),
    products: new Map(products.map((product) => [product.code, product])),
    clients: new Map(clients.map((client) => [client.cpf, client])),
    students: new Map(students.map((student) => [student.registration, student])),
  };
}

/** The password hashes of the logins that can sign in. */
export async function passwordHashes(db: Db, logins: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['login', 'password_hash as hash'])
    .where('login', 'in', logins)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .execute();
}
