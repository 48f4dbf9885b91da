import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { rowsOf } from '../../database/rows.ts';
import { rowsWithSoftDeletion } from '../../database/soft-deletion.ts';

export type ListRow = {
  id: number;
  code: string;
  name: string;
  valid_from: BusinessDay | null;
  valid_to: BusinessDay | null;
  active: boolean;
  product_ids: number[];
  /** Each beside its product. */
  quantities: number[];
};

const columns = [
  'code',
  'name',
  'valid_from',
  'valid_to',
  'active',
  'product_ids',
  'quantities',
] as const;

export const listRows = rowsWithSoftDeletion<ListRow>('material_lists', columns);

const key = (of: string) => sql`lower(${sql.ref(of)} COLLATE pg_catalog."und-x-icu")`;
const read = sql`id, ${sql.join(columns.map((column) => sql.ref(column)))}`;

/** For each code its key, equal for equal codes, and the list that has it. `lock` needs a transaction. */
export async function listsWithCodes(
  db: Db,
  codes: readonly string[],
  lock: boolean,
): Promise<{ key: string; list: ListRow | undefined }[]> {
  const given = sql`unnest(${[...codes]}::text[]) WITH ORDINALITY AS given (code, place)`;
  const { rows: keys } = await sql<{ key: string }>`
    SELECT ${key('given.code')} AS key FROM ${given} ORDER BY place`.execute(db);
  const { rows } = await sql<ListRow & { key: string }>`
    SELECT ${read}, ${key('code')} AS key FROM material_lists
    WHERE deleted_at IS NULL AND ${key('code')} IN (SELECT ${key('given.code')} FROM ${given})
    ORDER BY id ${lock ? sql`FOR NO KEY UPDATE` : sql``}`.execute(db);
  const found = new Map(rows.map(({ key, ...list }) => [key, list]));
  return keys.map(({ key }) => ({ key, list: found.get(key) }));
}

/** The deleted ones too. `lock` needs a transaction. */
export async function listsWithIds(
  db: Db,
  ids: readonly number[],
  lock = false,
): Promise<(ListRow & { deleted: boolean })[]> {
  return rowsOf<ListRow & { deleted: boolean }>(db)`
    SELECT ${read}, deleted_at IS NOT NULL AS deleted FROM material_lists
    WHERE id = ANY (${[...ids]}::integer[]) ORDER BY id
    ${lock ? sql`FOR NO KEY UPDATE` : sql``}`;
}
