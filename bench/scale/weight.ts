import type { Connection } from '@balcao/server/src/database/connection.ts';
import type { Section } from '../figures.ts';
import { openLargeShop } from '../lists/large-shops.ts';
import { privateMegabytesOf } from '../processes.ts';
import { type Generator, sellingGenerator } from '../sale/generator.ts';
import { sellersAt } from '../sale/sellers.ts';
import { type BenchShop, openBenchShop } from '../shop.ts';

const SALES = 100_000;
const SELLERS = 16;
const SLICE_MS = 4_000;
const GROWING = [
  'sales',
  'sale_items',
  'sale_payments',
  'audit_events',
  'audit_seals',
  'closing_sales',
];

/** The space that a sale takes on the disk, and the memory of a running shop. */
export async function weight(): Promise<Section> {
  const measured = [...(await diskOfSales()), ...(await runningShop())];
  return {
    name: 'Scale: what a sale takes',
    how: `Disk from a shop of ${SALES.toLocaleString('en-US')} sales (three items, two payments, a client in each, a student in every second; vacuumed), by pg_table_size and pg_indexes_size; log by pg_current_wal_insert_lsn around ${SLICE_MS / 1_000} s of sales over HTTP; memory as private pages in /proc, so what is shared (128 MB of shared_buffers) is not in it.`,
    measured: measured.map(([name, value, unit]) => ({ name, unit, rounds: [value] })),
    ratios: [],
    notes: [],
  };
}

type Figure = [name: string, value: number, unit: string];

async function diskOfSales(): Promise<Figure[]> {
  await using large = await openLargeShop(SALES);
  const figures: Figure[] = [];
  let tables = 0;
  let indexes = 0;
  for (const table of GROWING) {
    const size = await sizeOf(large.owner, table);
    tables += size.table;
    indexes += size.indexes;
    const each = `${table}: ${size.rows.toFixed(2)} rows per sale`;
    figures.push([`${each}, table`, size.table, 'bytes per sale']);
    figures.push([`${each}, indexes`, size.indexes, 'bytes per sale']);
  }
  return [
    ...figures,
    ['all of these, tables', tables, 'bytes per sale'],
    ['all of these, indexes', indexes, 'bytes per sale'],
  ];
}

async function sizeOf({ pool }: Connection, table: string) {
  const { rows } = await pool.query<{ table: number; indexes: number; rows: number }>(
    `SELECT pg_table_size($1::regclass)::float / $2 AS table,
      pg_indexes_size($1::regclass)::float / $2 AS indexes,
      (SELECT count(*) FROM ${table})::float / $2 AS rows`,
    [table, SALES],
  );
  return rows[0] as { table: number; indexes: number; rows: number };
}

async function runningShop(): Promise<Figure[]> {
  await using shop = await openBenchShop();
  await using generator = sellingGenerator(await sellersAt(shop, SELLERS));
  const figures: Figure[] = [];
  for (const connections of [1, SELLERS]) {
    const log = await logPerSale(shop, generator, connections);
    const name = `write-ahead log, ${connections} conn.`;
    figures.push([`${name}, after a checkpoint`, log.after, 'bytes per sale']);
    figures.push([`${name}, pages already in it`, log.later, 'bytes per sale']);
    figures.push([`${name}: whole pages after a checkpoint`, log.pages, 'per sale']);
  }
  const held = await Promise.all((await backendsOf(shop)).map(privateMegabytesOf));
  const each = held.reduce((sum, megabytes) => sum + megabytes, 0) / held.length;
  return [
    ...figures,
    ['Node’s memory, selling', await privateMegabytesOf(shop.pid.server), 'MB'],
    [`a connection’s own memory in PostgreSQL (of ${held.length})`, each, 'MB'],
    ['PostgreSQL’s postmaster', await privateMegabytesOf(shop.pid.postgres), 'MB'],
  ];
}

/** The first change of a page after a checkpoint puts the whole page into the log. */
async function logPerSale({ owner }: BenchShop, generator: Generator, connections: number) {
  const read = async () => {
    const { rows } = await owner.pool.query<{ bytes: number; pages: number }>(
      `SELECT (pg_current_wal_insert_lsn() - '0/0')::float AS bytes, wal_fpi::float AS pages
       FROM pg_stat_wal`,
    );
    return rows[0] as { bytes: number; pages: number };
  };
  const slice = async () => {
    const before = await read();
    const { done } = await generator.run({ connections, milliseconds: SLICE_MS });
    const now = await read();
    return { bytes: (now.bytes - before.bytes) / done, pages: (now.pages - before.pages) / done };
  };
  await owner.pool.query('CHECKPOINT');
  const after = await slice();
  const later = await slice();
  return { after: after.bytes, pages: after.pages, later: later.bytes };
}

async function backendsOf({ owner, reach }: BenchShop): Promise<number[]> {
  const { rows } = await owner.pool.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE usename = $1',
    [reach.application.user],
  );
  return rows.map(({ pid }) => pid);
}
