import type { Connection } from '@balcao/server/src/database/connection.ts';

type Pool = Pick<Connection['pool'], 'query'>;

/** Superusers whose unqualified `sales` is the one or the other. */
export const ROLES = { whole: 'bench_whole', monthly: 'bench_monthly' } as const;
export const PASSWORD = 'only-for-the-bench';

const LINES = ['sale_items', 'sale_payments'] as const;

/**
 * Schema `monthly`: sales, items and payments once more, by month of created_at. A unique key has to hold
 * the partition key, so that lines carry the instant of their sale, and the key of a sale, which has to
 * be unique for ever, needs a table of its own that is not partitioned. Answers how many months.
 */
export async function partitionByMonth(pool: Pool): Promise<number> {
  await makeRoles(pool);
  await pool.query(`
    CREATE SCHEMA monthly;
    CREATE TABLE monthly.sales (
      LIKE public.sales INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS
    ) PARTITION BY RANGE (created_at);
    CREATE TABLE monthly.sale_keys (
      idempotency_key uuid NOT NULL, sale_id integer NOT NULL, created_at timestamptz NOT NULL);`);
  for (const table of LINES) {
    await pool.query(`
      CREATE TABLE monthly.${table} (
        LIKE public.${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS, created_at timestamptz NOT NULL
      ) PARTITION BY RANGE (created_at)`);
  }
  const months = await makeMonths(pool);
  await copySales(pool);
  // After the rows, which is faster.
  await pool.query(`
    ALTER TABLE monthly.sales ADD PRIMARY KEY (id, created_at);
    CREATE INDEX ON monthly.sales (created_at DESC, id DESC) WHERE deleted_at IS NULL;
    CREATE INDEX ON monthly.sales (seller_id, business_day) INCLUDE (id, seller_name)
      WHERE deleted_at IS NULL;
    CREATE INDEX ON monthly.sales (client_id);
    CREATE INDEX ON monthly.sales (id) WHERE deleted_at IS NOT NULL;
    ALTER TABLE monthly.sale_keys ADD PRIMARY KEY (idempotency_key);
    ALTER TABLE monthly.sale_items ADD PRIMARY KEY (sale_id, line, created_at);
    CREATE INDEX ON monthly.sale_items (product_id, sale_id);
    ALTER TABLE monthly.sale_payments ADD PRIMARY KEY (sale_id, line, created_at);`);
  await pool.query(
    'VACUUM (ANALYZE) monthly.sales, monthly.sale_items, monthly.sale_payments, monthly.sale_keys',
  );
  return months;
}

async function makeRoles(pool: Pool): Promise<void> {
  for (const [role, schemas] of [
    [ROLES.whole, 'public'],
    [ROLES.monthly, 'monthly, public'],
  ]) {
    await pool.query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD '${PASSWORD}'`);
    await pool.query(`ALTER ROLE ${role} SET search_path = ${schemas}`);
  }
}

async function makeMonths(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ name: string; from: string; to: string }>(`
    SELECT to_char(month, 'YYYY_MM') AS name, month::text AS from,
      (month + interval '1 month')::text AS to
    FROM (
      SELECT date_trunc('month', min(created_at)) AS first, max(created_at) AS last FROM public.sales
    ) AS sold, generate_series(first, last + interval '1 month', interval '1 month') AS month`);
  for (const { name, from, to } of rows) {
    for (const table of ['sales', ...LINES]) {
      await pool.query(`
        CREATE TABLE monthly.${table}_${name} PARTITION OF monthly.${table}
        FOR VALUES FROM ('${from}') TO ('${to}')`);
    }
  }
  return rows.length;
}

async function copySales(pool: Pool): Promise<void> {
  const columns = await writableColumns(pool);
  await pool.query(`
    INSERT INTO monthly.sales (${columns}) SELECT ${columns} FROM public.sales ORDER BY id;
    INSERT INTO monthly.sale_keys
    SELECT idempotency_key, id, created_at FROM public.sales ORDER BY id;`);
  for (const table of LINES) {
    await pool.query(`
      INSERT INTO monthly.${table}
      SELECT lines.*, created_at FROM public.${table} AS lines JOIN public.sales ON id = sale_id
      ORDER BY sale_id, line`);
  }
}

/** Of sales, without the column that the database computes. */
export async function writableColumns(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ columns: string }>(`
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
    WHERE attrelid = 'public.sales'::regclass AND attnum > 0 AND attgenerated = '' AND NOT attisdropped`);
  return rows[0]?.columns ?? '';
}
