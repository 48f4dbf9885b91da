import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { holdsWords, rowsAndCount, type Slice } from '../../database/listing.ts';
import type { StoredSale } from './sale-record.ts';
import { STORED_SALE } from './sales.repository.ts';
import { type SearchedWord, searchedWords } from './searched-words.ts';

/**
 * The seller's sales of the last 30 days in São Paulo that are not deleted, newest first. In the order of
 * day and id, because the index of a seller's days has both.
 */
export async function ownSalesPage(
  db: Db,
  { sellerId, search }: { sellerId: number; search: string },
  { limit, offset }: Slice,
): Promise<{ rows: StoredSale[]; count: number }> {
  const conditions = [sql<SqlBool>`seller_id = ${sellerId}`, ...searchedWords(search).map(isFound)];
  const { rows } = await sql<StoredSale & { count: number }>`
    WITH found AS MATERIALIZED (
      SELECT id, business_day FROM sales
      WHERE deleted_at IS NULL
        AND business_day > (now() AT TIME ZONE 'America/Sao_Paulo')::date - 30
        AND ${sql.join(conditions, sql` AND `)}),
    page AS (
      SELECT * FROM sales WHERE id IN (
        SELECT id FROM found ORDER BY business_day DESC, id DESC LIMIT ${limit} OFFSET ${offset}))
    SELECT counted.count, ${sql.raw(STORED_SALE)}
    FROM (SELECT count(*) FROM found) AS counted LEFT JOIN page AS s ON true
    ORDER BY s.business_day DESC, s.id DESC`.execute(db);
  return rowsAndCount(rows);
}

/** Fewer digits are in nearly every CPF. */
const SHORTEST_PART = 4;

/**
 * A word is a part of a name. A number is also that of a sale or, from four digits on, a part of a matrícula
 * or of a CPF, with or without its points.
 */
function isFound({ text, digits }: SearchedWord): RawBuilder<SqlBool> {
  const inNames = holdsWords(sql.ref('search_text'), text);
  if (digits === undefined) return inNames;
  const ofSale = sql<SqlBool>`id::text = ${digits}`;
  if (digits.length < SHORTEST_PART) return sql`(${inNames} OR ${ofSale})`;
  const part = `%${digits}%`;
  return sql`(${inNames} OR ${ofSale} OR client_cpf LIKE ${part} OR student_registration LIKE ${part})`;
}
