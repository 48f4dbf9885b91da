import type { Cents } from '@balcao/domain/money.ts';
import { searchWords } from '@balcao/domain/search-text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { holdsWords, inPortugueseOrder, rowsAndCount, type Slice } from '../../database/listing.ts';
import { type PersonKind, peopleTables, recordsOf } from '../../database/person-kind.ts';
import { everybodyAlike } from './alike.repository.ts';

export type NameAndNumber = { id: number; number: string; name: string };
/** `class` is '' for clients. */
export type StoredPerson = NameAndNumber & { class: string; created_at: Date };

export type PersonRow = StoredPerson & {
  anonymised: boolean;
  merged: NameAndNumber[];
  /** Null if the person was found by their own name. */
  children?: NameAndNumber[] | null;
};

/** A number, which an anonymised person has no more. */
export const numberOf = (kind: PersonKind, record: 'p' | 'm') => {
  const alias = sql.raw(record);
  const { key } = peopleTables[kind];
  return sql`CASE WHEN ${alias}.anonymised_at IS NULL THEN ${alias}.${key} ELSE '' END`;
};

/** Selects a PersonRow from the table as `p`. */
const personRow = (kind: PersonKind) => sql`
  p.id, ${numberOf(kind, 'p')} AS number, p.name, ${peopleTables[kind].classIn('p')} AS class, p.created_at,
  p.anonymised_at IS NOT NULL AS anonymised,
  (SELECT coalesce(json_agg(json_build_object(
      'id', m.id, 'number', ${numberOf(kind, 'm')}, 'name', m.name) ORDER BY m.id), '[]')
    FROM ${peopleTables[kind].table} m WHERE m.merged_into = p.id) AS merged`;

/** A word is a part of the name; a number also of the CPF or the matrícula, with or without its points. */
function isFound(kind: PersonKind, word: string): RawBuilder<SqlBool> {
  const inName = holdsWords(sql.ref('search_text'), word);
  const digits = word.replace(/[.-]/g, '');
  if (!/^[0-9]+$/.test(digits)) return inName;
  return sql`(${inName} OR ${peopleTables[kind].key} LIKE ${`%${digits}%`})`;
}

/** Shorter words are in so many names that the index of names finds a page of them at once. */
const RARE_LENGTH = 3;

/** `byChild`: clients are found by their students too. `alike`: those alone who may be registered twice. */
export type PeopleFilter = { search: string; ofClass: string; byChild: boolean; alike: boolean };

/**
 * One page by name and the number of all, from one snapshot. Somebody is also found by the name and the number
 * of a record that was merged into theirs. It reads all rows: docs/decisions/0028-people.md.
 */
export async function peoplePage(
  db: Db,
  kind: PersonKind,
  { search, ofClass, byChild, alike }: PeopleFilter,
  { limit, offset }: Slice,
): Promise<{ rows: PersonRow[]; count: number }> {
  const { table } = peopleTables[kind];
  const words = searchWords(search).filter((word) => word !== '');
  const holds = holdsAll(kind, words);
  const sought =
    words.length === 0
      ? sql`true`
      : sql`(${holds} OR id IN (
          SELECT merged_into FROM ${table} WHERE merged_into IS NOT NULL AND ${holds}))`;
  const few = words.some((word) => word.length >= RARE_LENGTH);
  // Of short words, the children would be nearly all.
  const withChildren = byChild && few;
  const wanted = withChildren ? sql`(${sought} OR id IN (SELECT id FROM parents))` : sought;
  const isAlike = alike ? sql`id IN ${everybodyAlike(kind)}` : sql`true`;
  const inClass = ofClass === '' ? sql`true` : sql`class = ${ofClass}`;
  const byName = inPortugueseOrder('name');
  const { rows } = await sql<PersonRow & { count: number }>`
    WITH ${withChildren ? parentsWith(words) : sql``}
    found AS ${sql.raw(few || alike ? 'MATERIALIZED' : 'NOT MATERIALIZED')} (
      SELECT id, name FROM ${table}
      WHERE merged_into IS NULL AND ${inClass} AND ${wanted} AND ${isAlike}),
    page AS (SELECT id FROM found ORDER BY ${byName}, id LIMIT ${limit} OFFSET ${offset})
    SELECT counted.count, ${personRow(kind)}${withChildren ? sql`, ${CHILDREN}` : sql``}
    FROM (SELECT count(*) FROM found) AS counted
    LEFT JOIN (page JOIN ${table} AS p USING (id)) ON true
    ORDER BY ${byName}, p.id`.execute(db);
  return rowsAndCount(rows);
}

const holdsAll = (kind: PersonKind, words: readonly string[]) =>
  sql`(${sql.join(
    words.map((word) => isFound(kind, word)),
    sql` AND `,
  )})`;

/** Clients with a student who has all words: linked, or bought for. Each id is that of the record that counts. */
const parentsWith = (words: readonly string[]) => sql`
  sought_children AS MATERIALIZED (
    SELECT id, coalesce(merged_into, id) AS child FROM students
    WHERE anonymised_at IS NULL AND ${holdsAll('student', words)}),
  parents AS MATERIALIZED (
    SELECT client_id AS id, child FROM client_students
    JOIN sought_children ON student_id = sought_children.id
    UNION
    SELECT coalesce(clients.merged_into, clients.id), child FROM sales
    JOIN sought_children ON student_id = sought_children.id JOIN clients ON clients.id = client_id
    WHERE deleted_at IS NULL AND NOT EXISTS (SELECT FROM unlinked_sales WHERE sale_id = sales.id)),`;

const CHILDREN = sql`(
  SELECT json_agg(json_build_object('id', child.id, 'number', child.registration, 'name', child.name)
    ORDER BY child.name, child.id)
  FROM parents JOIN students AS child ON child.id = parents.child
  WHERE parents.id = p.id AND p.anonymised_at IS NULL) AS children`;

/** Undefined when there is nobody, or they were merged into somebody. */
export async function findPerson(
  db: Db,
  kind: PersonKind,
  id: number,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    SELECT ${personRow(kind)} FROM ${peopleTables[kind].table} p
    WHERE p.id = ${id} AND p.merged_into IS NULL`.execute(db);
  return rows[0];
}

/** Those who are neither merged nor anonymised. */
async function currentPeople(
  db: Db,
  kind: PersonKind,
  wanted: RawBuilder<unknown>,
): Promise<StoredPerson[]> {
  const { table, key, classIn } = peopleTables[kind];
  const { rows } = await sql<StoredPerson>`
    SELECT p.id, p.${key} AS number, p.name, ${classIn('p')} AS class, p.created_at FROM ${table} p
    WHERE merged_into IS NULL AND anonymised_at IS NULL AND ${wanted}`.execute(db);
  return rows;
}

export const personWithNumber = async (db: Db, kind: PersonKind, number: string) =>
  (await currentPeople(db, kind, sql`${peopleTables[kind].key} = ${number}`))[0];

export const personWithId = async (db: Db, kind: PersonKind, id: number) =>
  (await currentPeople(db, kind, sql`id = ${id}`))[0];

/** Locks those of them who are current. No sale to them is recorded meanwhile. */
export const lockPeople = (tx: Tx, kind: PersonKind, ids: readonly number[]) =>
  currentPeople(tx, kind, sql`id = ANY (${[...ids]}::integer[]) ORDER BY id FOR UPDATE`);

/** Classes with students, by name. */
export async function classesWithStudents(db: Db) {
  const { rows } = await sql<{ class: string; students: number }>`
    SELECT class, count(*) AS students FROM students
    WHERE class <> '' AND merged_into IS NULL
    GROUP BY class ORDER BY ${inPortugueseOrder('class')}`.execute(db);
  return rows;
}

/** By default without deleted sales, and at most `most` of them. */
export async function countSales(
  db: Db,
  kind: PersonKind,
  id: number,
  { deletedToo = false, most = null }: { deletedToo?: boolean; most?: number | null } = {},
): Promise<number> {
  const { inSales } = peopleTables[kind];
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (
      SELECT FROM sales
      WHERE ${inSales} IN ${recordsOf(kind, id)} AND ${inSales} IS NOT NULL
        ${deletedToo ? sql`` : sql`AND deleted_at IS NULL`}
      LIMIT ${most}::integer) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** In cents, of all sales that are not deleted, and what came back of them. */
export async function purchaseSums(db: Db, kind: PersonKind, id: number) {
  const { rows } = await sql<{
    bought: Cents;
    returned: Cents;
    first: Date | null;
    last: Date | null;
  }>`
    WITH bought AS MATERIALIZED (
      SELECT id, total_general_cents, created_at FROM sales
      WHERE ${peopleTables[kind].inSales} IN ${recordsOf(kind, id)} AND deleted_at IS NULL)
    SELECT coalesce(sum(total_general_cents), 0)::bigint AS bought,
      (SELECT coalesce(sum(total_cents), 0)::bigint FROM corrections
        WHERE sale_id IN (SELECT id FROM bought)) AS returned,
      min(created_at) AS first, max(created_at) AS last
    FROM bought`.execute(db);
  return rows[0] as (typeof rows)[number];
}
