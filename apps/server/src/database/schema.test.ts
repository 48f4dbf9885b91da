import { type InsertType, type SelectType, sql } from 'kysely';
import { expect, expectTypeOf, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import type { Db } from './connection.ts';
import { rowsOf } from './rows.ts';
import type { Columns } from './tables/testing/columns.ts';
import type { Tables } from './tables.ts';

const EMBEDDED_MAJOR = 18;

/** Functions and views, then each table with its constraints, indexes and triggers, from the database's catalogue. */
async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ definition: string }>`
    WITH tables AS (
      SELECT oid, relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'kysely\\_%'
    ), lines AS (
      SELECT tables.oid, 1 AS kind, attnum::integer AS place,
        concat(attname, ' ', format_type(atttypid, atttypmod),
          CASE WHEN attnotnull THEN ' NOT NULL' END,
          CASE WHEN attidentity = 'a' THEN ' GENERATED ALWAYS AS IDENTITY'
            WHEN attgenerated = 's' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid) || ') STORED'
            WHEN adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(adbin, adrelid) END) AS line
      FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      UNION ALL
      SELECT tables.oid, 2, row_number() OVER (ORDER BY contype, conname),
        'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(c.oid)
      FROM tables JOIN pg_constraint c ON conrelid = tables.oid AND contype IN ('c', 'f', 'p', 'u')
    ), definitions AS (
      SELECT '' AS of, 0 AS kind, proname::text AS name, pg_get_functiondef(oid) AS definition
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL
      SELECT '', 1, viewname::text, 'CREATE VIEW ' || viewname || E' AS\n' || rtrim(definition, ';')
      FROM pg_views WHERE schemaname = 'public'
      UNION ALL
      SELECT name, 1, '', 'CREATE TABLE ' || name || E' (\n  '
        || (SELECT string_agg(line, E',\n  ' ORDER BY kind, place) FROM lines WHERE oid = tables.oid)
        || E'\n)' FROM tables
      UNION ALL
      SELECT name, 2, indexrelid::regclass::text, pg_get_indexdef(indexrelid)
      FROM tables JOIN pg_index ON indrelid = oid
      WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
      UNION ALL
      SELECT name, 3, tgname, pg_get_triggerdef(t.oid)
      FROM tables JOIN pg_trigger t ON tgrelid = tables.oid WHERE NOT tgisinternal
    )
    SELECT replace(btrim(definition, E'\n'), 'public.', '') || E';\n' AS definition FROM definitions
    ORDER BY of, kind, name`.execute(db);
  return rows.map(({ definition }) => definition).join('\n');
}

/** Each column of each table in a word: whether a row may be without it, and who gives it its value. */
async function columnsOf(db: Db): Promise<string> {
  const tables = await rowsOf<{ name: string; columns: Record<string, string> }>(db)`
    SELECT table_name AS name, json_object_agg(column_name, concat(
        CASE WHEN is_nullable = 'YES' THEN 'nullable' ELSE 'always there' END,
        CASE WHEN is_generated = 'ALWAYS' OR identity_generation = 'ALWAYS' THEN ', by the database'
          WHEN column_default IS NOT NULL THEN ', by default' END) ORDER BY ordinal_position) AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'kysely%'
    GROUP BY table_name ORDER BY table_name`;
  const lines = tables.map(({ name, columns }) => `  ${name}: ${JSON.stringify(columns)};\n`);
  return `export type Columns = {\n${lines.join('')}};\n`;
}

/** What the database may say of a column of this type. */
type Allowed<
  Type,
  Null extends string = null extends SelectType<Type> ? 'nullable' : 'always there',
  Insert = InsertType<Type>,
> =
  | (Null & 'nullable')
  | `${Null}, by default`
  | ([Insert] extends [never]
      ? `${Null}, by the database`
      : undefined extends Insert
        ? never
        : Null);

/** The columns of `Tables` that are not what the database says, with what it says. */
type Differing = {
  [Table in keyof Tables]: {
    [Column in keyof Tables[Table] | keyof Columns[Table]]: Column extends keyof Columns[Table]
      ? Column extends keyof Tables[Table]
        ? Columns[Table][Column] extends Allowed<Tables[Table][Column]>
          ? never
          : [Table, Column, Columns[Table][Column]]
        : [Table, Column, 'is not in Tables']
      : [Table, Column, 'is in Tables alone'];
  }[keyof Tables[Table] | keyof Columns[Table]];
}[keyof Tables];

test('schema.sql shows the schema that the migrations make', async ({ skip }) => {
  const { db, pool } = (await openTestShop()).owner;
  const { rows } = await pool.query('SHOW server_version_num');
  // Other versions write the same definitions differently.
  if (Math.floor(rows[0].server_version_num / 10_000) !== EMBEDDED_MAJOR) skip();
  const head = '-- Written from the migrations by: npm run unit -- schema.test -u\n\n';
  await expect(head + (await schemaOf(db))).toMatchFileSnapshot('schema.sql');
});

test('the types of the tables have the columns that the tables have', async () => {
  const { db } = (await openTestShop()).owner;
  const head = '// Written from the migrations by: npm run unit -- schema.test -u\n\n';
  await expect(head + (await columnsOf(db))).toMatchFileSnapshot('tables/testing/columns.ts');
  // A type: npm run check compares it.
  expectTypeOf<Differing>().toBeNever();
});
