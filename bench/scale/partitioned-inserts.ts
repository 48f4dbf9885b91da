import { randomUUID } from 'node:crypto';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import type pg from 'pg';
import { cpuOf } from '../sale/cpu-time.ts';
import { writableColumns } from './partitioned-tables.ts';

const SALES = 500;

export type Inserted = { cpuMs: number; logBytes: number };
type Sale = { id: number; idempotency_key: string; created_at: string };
type Template = { sale: Sale; items: { sale_id: number }[]; payments: { sale_id: number }[] };

/**
 * Sales of the newest month, one prepared statement each, in one transaction that is rolled back: what
 * they cost PostgreSQL's process, and what they put into the log. Without foreign keys and triggers,
 * which the copies do not have.
 */
export async function insertSales(
  { pool }: Connection,
  which: 'whole' | 'monthly',
): Promise<Inserted> {
  const client = await pool.connect();
  try {
    const columns = await writableColumns(pool);
    const templates = await templatesOf(client);
    const statement = { name: `insert_${which}`, text: insertOf(which, columns) };
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    const insert = async (number: number) => {
      const { sale, items, payments } = templates[number % templates.length] as Template;
      const id = 1_500_000_000 + number;
      const own = <T extends { sale_id: number }>(lines: T[]) =>
        JSON.stringify(lines.map((line) => ({ ...line, sale_id: id })));
      const key = randomUUID();
      const values = [
        JSON.stringify({ ...sale, id, idempotency_key: key, created_at: sale.created_at }),
        own(items),
        own(payments),
      ];
      await client.query({ ...statement, values });
    };
    // The first are planned one by one.
    for (let number = 0; number < 20; number++) await insert(number);
    const before = await usedBy(client);
    for (let number = 20; number < SALES + 20; number++) await insert(number);
    const after = await usedBy(client);
    return {
      cpuMs: (after.cpuMs - before.cpuMs) / SALES,
      logBytes: (after.logBytes - before.logBytes) / SALES,
    };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function templatesOf(client: pg.PoolClient): Promise<Template[]> {
  const { rows } = await client.query<Template>(`
    SELECT to_json(s) AS sale,
      (SELECT json_agg(i) FROM public.sale_items i WHERE i.sale_id = s.id) AS items,
      (SELECT json_agg(p) FROM public.sale_payments p WHERE p.sale_id = s.id) AS payments
    FROM public.sales s WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 100`);
  return rows;
}

function insertOf(which: 'whole' | 'monthly', columns: string): string {
  const lines = (table: string, parameter: number) => `
    INSERT INTO ${table} SELECT line.*${which === 'monthly' ? ', sale.created_at' : ''}
    FROM sale, json_populate_recordset(NULL::public.${table}, $${parameter}::json) AS line`;
  const key = `
    key AS (
      INSERT INTO sale_keys SELECT idempotency_key, id, created_at FROM sale),`;
  return `
    WITH sale AS (
      INSERT INTO sales (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM json_populate_record(NULL::public.sales, $1::json)
      RETURNING *),${which === 'monthly' ? key : ''}
    items AS (${lines('sale_items', 2)}), payments AS (${lines('sale_payments', 3)})
    SELECT id FROM sale`;
}

async function usedBy(client: pg.PoolClient) {
  const { rows } = await client.query<{ pid: number; bytes: number }>(
    `SELECT pg_backend_pid() AS pid, (pg_current_wal_insert_lsn() - '0/0')::float AS bytes`,
  );
  return { cpuMs: (await cpuOf(rows[0]?.pid ?? 0)) ?? Number.NaN, logBytes: rows[0]?.bytes ?? 0 };
}
