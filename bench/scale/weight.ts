import { readFile } from 'node:fs/promises';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import type { Measured, Section } from '../figures.ts';
import { openLargeShop } from '../lists/large-shops.ts';
import type { Generator } from '../sale/generator.ts';
import type { SellingShop } from './selling-shop.ts';

const SALES = 100_000;
const SLICE_MS = 4_000;
const GROWING = [
  'sales',
  'sale_items',
  'sale_payments',
  'audit_events',
  'audit_seals',
  'closing_sales',
];

/** What a sale leaves on the disk, and what holds a running shop's memory. */
export async function weight(selling: SellingShop): Promise<Section> {
  const measured: Measured[] = [];
  const tell = (name: string, value: number, unit: string) =>
    measured.push({ name, unit, rounds: [value] });
  const large = await openLargeShop(SALES);
  try {
    let tables = 0;
    let indexes = 0;
    for (const table of GROWING) {
      const size = await sizeOf(large.owner, table);
      tables += size.table;
      indexes += size.indexes;
      const each = `${table}: ${size.rows.toFixed(2)} rows per sale`;
      tell(`${each}, table`, size.table, 'bytes per sale');
      tell(`${each}, indexes`, size.indexes, 'bytes per sale');
    }
    tell('all of these, tables', tables, 'bytes per sale');
    tell('all of these, indexes', indexes, 'bytes per sale');
  } finally {
    await large.stop();
  }

  const generator = selling.halfAt(selling.shop.origin, 0);
  for (const connections of [1, 16]) {
    const log = await logPerSale(selling, generator, connections);
    const name = `write-ahead log, ${connections} conn.`;
    tell(`${name}, after a checkpoint`, log.after, 'bytes per sale');
    tell(`${name}, pages already in it`, log.later, 'bytes per sale');
    tell(`${name}: whole pages after a checkpoint`, log.pages, 'per sale');
  }
  const { server, postgres } = selling.shop.pid;
  tell('Node’s memory, selling', (await privateBytes(server)) / 1e6, 'MB');
  const children = await backends(selling);
  const held = await Promise.all(children.map(privateBytes));
  const each = held.reduce((sum, bytes) => sum + bytes, 0) / held.length;
  tell(`a connection’s own memory in PostgreSQL (of ${held.length})`, each / 1e6, 'MB');
  tell('PostgreSQL’s postmaster', (await privateBytes(postgres)) / 1e6, 'MB');
  return {
    name: 'Scale: what a sale takes',
    how: `Disk from a shop of ${SALES.toLocaleString('en-US')} sales (three items, two payments, a client in each, a student in every second; vacuumed), by pg_table_size and pg_indexes_size; log by pg_current_wal_insert_lsn around ${SLICE_MS / 1_000} s of sales over HTTP; memory as private pages in /proc, so what is shared (128 MB of shared_buffers) is not in it.`,
    measured: measured.filter(({ rounds }) => !rounds.some(Number.isNaN)),
    ratios: [],
    notes: [],
  };
}

async function sizeOf({ pool }: Connection, table: string) {
  const { rows } = await pool.query<{ table: number; indexes: number; rows: number }>(
    `SELECT pg_table_size($1::regclass)::float / $2 AS table,
      pg_indexes_size($1::regclass)::float / $2 AS indexes,
      (SELECT count(*) FROM ${table})::float / $2 AS rows`,
    [table, SALES],
  );
  return rows[0] ?? { table: Number.NaN, indexes: Number.NaN, rows: Number.NaN };
}

/** The first change of a page after a checkpoint puts the whole page into the log. */
async function logPerSale({ shop }: SellingShop, generator: Generator, connections: number) {
  const { pool } = shop.owner;
  const read = async () => {
    const { rows } = await pool.query<{ bytes: number; pages: number }>(
      `SELECT (pg_current_wal_insert_lsn() - '0/0')::float AS bytes, wal_fpi::float AS pages
       FROM pg_stat_wal`,
    );
    return rows[0] ?? { bytes: Number.NaN, pages: Number.NaN };
  };
  const slice = async () => {
    const before = await read();
    const { done } = await generator.run({ connections, milliseconds: SLICE_MS });
    const now = await read();
    return { bytes: (now.bytes - before.bytes) / done, pages: (now.pages - before.pages) / done };
  };
  await pool.query('CHECKPOINT');
  const after = await slice();
  const later = await slice();
  return { after: after.bytes, pages: after.pages, later: later.bytes };
}

async function backends({ shop }: SellingShop): Promise<number[]> {
  const { rows } = await shop.owner.pool.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE usename = $1',
    [shop.reach.application.user],
  );
  return rows.map(({ pid }) => pid);
}

/** What no other process shares; NaN where there is no /proc. */
async function privateBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const parts = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)];
  if (parts.length === 0) return Number.NaN;
  return parts.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}
