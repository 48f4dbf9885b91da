import type { Cents } from '@balcao/domain/money.ts';
import { searchWords } from '@balcao/domain/search-text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { holdsWords, inPortugueseOrder, readPage, type Slice } from '../../database/listing.ts';
import { type PersonKind, peopleTables, recordsOf } from '../../database/person-kind.ts';
import { every, oneOf, rowOf, rowsOf } from '../../database/rows.ts';
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
  slice: Slice,
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
  return readPage<PersonRow>(
    db,
    {
      ...(withChildren && { before: parentsWith(words) }),
      found: sql`SELECT id, name FROM ${table}
        WHERE merged_into IS NULL AND ${inClass} AND ${wanted} AND ${isAlike}`,
      slow: few || alike,
      order: sql`${inPortugueseOrder('name')}, id`,
      row: (id) => sql`SELECT ${personRow(kind)}${withChildren ? sql`, ${CHILDREN}` : sql``}
        FROM ${table} AS p WHERE p.id = ${id}`,
    },
    slice,
  );
}

const holdsAll = (kind: PersonKind, words: readonly string[]) =>
  sql`(${every(...words.map((word) => isFound(kind, word)))})`;

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
  return rowOf<PersonRow>(db)`
    SELECT ${personRow(kind)} FROM ${peopleTables[kind].table} p
    WHERE p.id = ${id} AND p.merged_into IS NULL`;
}

/** Those who are neither merged nor anonymised. */
async function currentPeople(
  db: Db,
  kind: PersonKind,
  wanted: RawBuilder<unknown>,
): Promise<StoredPerson[]> {
  const { table, key, classIn } = peopleTables[kind];
  return rowsOf<StoredPerson>(db)`
    SELECT p.id, p.${key} AS number, p.name, ${classIn('p')} AS class, p.created_at FROM ${table} p
    WHERE merged_into IS NULL AND anonymised_at IS NULL AND ${wanted}`;
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
  return rowsOf<{ class: string; students: number }>(db)`
    SELECT class, count(*) AS students FROM students
    WHERE class <> '' AND merged_into IS NULL
    GROUP BY class ORDER BY ${inPortugueseOrder('class')}`;
}

/** By default without deleted sales; counts to `most` at most. */
export async function countSales(
  db: Db,
  kind: PersonKind,
  id: number,
  { deletedToo = false, most = null }: { deletedToo?: boolean; most?: number | null } = {},
): Promise<number> {
  const { inSales } = peopleTables[kind];
  const { count } = await oneOf<{ count: number }>(db)`
    SELECT count(*) FROM (
      SELECT FROM sales
      WHERE ${inSales} IN ${recordsOf(kind, id)} AND ${inSales} IS NOT NULL
        ${deletedToo ? sql`` : sql`AND deleted_at IS NULL`}
      LIMIT ${most}::integer) AS counted`;
  return count;
}

/** In cents: all sales that are not deleted, and what came back. */
export async function purchaseSums(db: Db, kind: PersonKind, id: number) {
  return oneOf<{
    bought: Cents;
    returned: Cents;
    first: Date | null;
    last: Date | null;
  }>(db)`
    WITH bought AS MATERIALIZED (
      SELECT id, total_general_cents, created_at FROM sales
      WHERE ${peopleTables[kind].inSales} IN ${recordsOf(kind, id)} AND deleted_at IS NULL)
    SELECT coalesce(sum(total_general_cents), 0)::bigint AS bought,
      (SELECT -coalesce(sum(cents), 0)::bigint FROM entries
        WHERE kind <> 'sale' AND sale_id IN (SELECT id FROM bought)) AS returned,
      min(created_at) AS first, max(created_at) AS last
    FROM bought`;
}
