import type pg from 'pg';
import type { BackupFacts, LedgerFacts } from '../backup-facts.ts';

/** What never changes once it is committed; the names in it may be anonymised, and are left out. */
const LEDGER: { table: string; key: string; of?: string; columns: string[] }[] = [
  {
    table: 'sales',
    key: 'id',
    columns: [
      'id',
      'idempotency_key',
      'created_at',
      'seller_id',
      'client_id',
      'student_id',
      'subtotal_cents',
      'total_cents',
      'general_discount_cents',
      'total_general_cents',
      'paid_cents',
      'change_cents',
    ],
  },
  {
    table: 'sale_items',
    key: 'sale_id',
    of: 'sales',
    columns: [
      'sale_id',
      'line',
      'product_id',
      'product_code',
      'unit_price_cents',
      'quantity',
      'subtotal_cents',
      'discount_hundredths',
      'discount_cents',
      'total_cents',
    ],
  },
  {
    table: 'sale_payments',
    key: 'sale_id',
    of: 'sales',
    columns: ['sale_id', 'line', 'payment_method_id', 'method_name', 'amount_cents', 'net_cents'],
  },
  {
    table: 'closings',
    key: 'id',
    columns: ['id', 'seller_id', 'day', 'version', 'sales_count', 'total_cents', 'closed_at'],
  },
  {
    table: 'closing_payments',
    key: 'closing_id',
    of: 'closings',
    columns: ['closing_id', 'line', 'method_name', 'net_cents'],
  },
  {
    table: 'closing_sales',
    key: 'closing_id',
    of: 'closings',
    columns: ['closing_id', 'sale_id'],
  },
  {
    table: 'audit_events',
    key: 'id',
    columns: ['id', 'at', 'actor_id', 'actor_name', 'action', 'subject_id', 'before', 'after'],
  },
  // These do change; that a person or a product is there does not.
  { table: 'users', key: 'id', columns: ['id', 'created_at'] },
  { table: 'products', key: 'id', columns: ['id', 'created_at'] },
  { table: 'payment_methods', key: 'id', columns: ['id', 'created_at'] },
  { table: 'clients', key: 'id', columns: ['id', 'created_at'] },
  { table: 'students', key: 'id', columns: ['id', 'created_at'] },
];

/**
 * How far back a transaction that is still under way can have taken its number: statements end after
 * 15 s, and no shop makes a thousand rows a second.
 */
const UNSETTLED = 20_000;

/** Reads the ledger as it is committed at this moment. Tables of another version may be missing. */
export async function readLedger(client: pg.Client): Promise<LedgerFacts[]> {
  const columns = await columnsOfTables(client);
  const settled = new Map<string, { upTo: number; missing: number[] }>();
  const ledger: LedgerFacts[] = [];
  for (const { table, key, of = table, columns: wanted } of LEDGER) {
    const present = wanted.filter((column) => columns.get(table)?.has(column));
    if (!present.includes(key)) continue;
    if (!settled.has(of)) settled.set(of, await settledKeys(client, of));
    const range = settled.get(of) ?? { upTo: 0, missing: [] };
    const facts = { table, key, columns: present, ...range };
    ledger.push({ ...facts, ...(await sumOf(client, facts)) });
  }
  return ledger;
}

/** Names the tables of a restored copy that do not hold what the ledger says. */
export async function findDifferences(
  client: pg.Client,
  ledger: BackupFacts['ledger'],
): Promise<string[]> {
  const differences: string[] = [];
  for (const facts of ledger) {
    const { rows, checksum } = await sumOf(client, facts);
    if (rows !== facts.rows) {
      differences.push(`${facts.table} tem ${rows} linhas e devia ter ${facts.rows}`);
    } else if (checksum !== facts.checksum) {
      differences.push(`${facts.table} tem linhas diferentes`);
    }
  }
  return differences;
}

async function columnsOfTables(client: pg.Client): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    SELECT table_name::text AS table, array_agg(column_name::text) AS columns
    FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY 1`);
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

async function settledKeys(client: pg.Client, table: string) {
  const { rows } = await client.query<{ upTo: number; missing: number[] }>(`
    SELECT top.key AS "upTo", ARRAY(
      SELECT n::integer FROM generate_series(greatest(1, top.key - ${UNSETTLED}), top.key) n
      WHERE NOT EXISTS (SELECT FROM ${table} WHERE id = n)) AS missing
    FROM (SELECT coalesce(max(id), 0)::integer AS key FROM ${table}) AS top`);
  const [range = { upTo: 0, missing: [] }] = rows;
  return range;
}

async function sumOf(
  client: pg.Client,
  { table, key, columns, upTo, missing }: Omit<LedgerFacts, 'rows' | 'checksum'>,
): Promise<{ rows: number; checksum: string }> {
  const row = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `SELECT count(*) AS rows,
       coalesce(sum(hashtextextended(ROW(${row})::text, 0)::numeric), 0)::text AS checksum
     FROM ${client.escapeIdentifier(table)}
     WHERE ${client.escapeIdentifier(key)} <= $1 AND ${client.escapeIdentifier(key)} <> ALL ($2::integer[])`,
    [upTo, missing],
  );
  return { rows: Number(rows[0]?.rows), checksum: rows[0]?.checksum ?? '' };
}
