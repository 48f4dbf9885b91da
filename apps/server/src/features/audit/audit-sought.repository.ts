import { type RawBuilder, sql } from 'kysely';
import { holdsWords } from '../../database/listing.ts';
import { peopleTables, recordsOf } from '../../database/person-kind.ts';

export type AuditNoun = 'sale' | 'product' | 'client' | 'student' | 'user';

/** One subject, or a text: words of a name, the code of a product; `number` is the sale's that it may be too. */
export type AuditSought = { noun: AuditNoun; id: number } | { text: string; number?: number };

type Condition = RawBuilder<unknown>;

/** The actions whose subject is a user. */
const USERS = '^(user|password|session|second_factor|approval)[.]';

/** Each arm looks its subjects up in the index of subjects; few events have these ids. */
const ofSubjects = (noun: Exclude<AuditNoun, 'sale'>, ids: Condition): Condition =>
  sql`(${noun === 'user' ? sql`e.action ~ ${USERS}` : sql`e.action LIKE ${`${noun}.%`}`}
    AND e.subject_id = ANY (ARRAY(${ids})))`;

/** The events of this sale and of the papers of what puts it right. */
export const isOfSale = (sale: number): Condition => {
  const ofSale = sql`(e.action LIKE 'sale.%' AND e.subject_id = ${sale}
    OR e.action = 'correction.reprinted' AND e.after ->> 'sale' = ${sale}::text)`;
  // The first condition is the index's; few events have these ids.
  return sql`((e.subject_id = ${sale} OR e.subject_id = ANY (ARRAY(
    SELECT correction_id FROM entries WHERE kind <> 'sale' AND sale_id = ${sale}))) AND ${ofSale})`;
};

/** A link has the client as its subject, and names the student. */
const linksStudents = (ids: Condition): Condition =>
  sql`(e.action IN ('client.linked', 'client.unlinked')
    AND coalesce(e.after, e.before) ->> 'student' = ANY (ARRAY(SELECT id::text FROM (${ids}) AS linked)))`;

const anyOf = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` OR `)})`;

const ofStudents = (ids: Condition): Condition =>
  anyOf([ofSubjects('student', ids), linksStudents(ids)]);

export function isAbout(sought: AuditSought): Condition {
  if ('noun' in sought) {
    const { noun, id } = sought;
    if (noun === 'sale') return isOfSale(id);
    if (noun === 'student')
      return ofStudents(sql`SELECT id FROM ${recordsOf(noun, id)} AS records`);
    return ofSubjects(noun, noun === 'client' ? recordsOf(noun, id) : sql`SELECT ${id}::integer`);
  }
  const { text, number } = sought;
  const named = holdsWords(sql.ref('search_text'), text);
  if (number !== undefined) {
    const coded = sql`SELECT id FROM products WHERE code = ${text}`;
    return anyOf([isOfSale(number), ofSubjects('product', coded)]);
  }
  return anyOf([
    ofSubjects('product', sql`SELECT id FROM products WHERE ${named}`),
    ofSubjects('user', sql`SELECT id FROM users WHERE ${named}`),
    ofSubjects('client', recordsNamed('client', named)),
    ofStudents(recordsNamed('student', named)),
  ]);
}

/** With a name of now, or before a correction; a merged record counts as the one that it was merged into. */
function recordsNamed(kind: 'client' | 'student', named: Condition): Condition {
  const { table, inSales } = peopleTables[kind];
  return sql`SELECT unnest(ARRAY[id, coalesce(merged_into, id)]) AS id FROM ${table}
    WHERE ${named} OR id IN (
      SELECT ${inSales} FROM name_corrections WHERE ${inSales} IS NOT NULL AND ${named})`;
}

/** The login of the person who acted, if they are still a user. */
export const KEY_OF_ACTOR = sql`(
  SELECT login FROM users WHERE users.id = actor_id AND deleted_at IS NULL)`;

/** By what the subject is found today; null if it is no more. A record that was merged is the one that stayed. */
export const KEY_OF_SUBJECT = sql`CASE
  WHEN action LIKE 'sale.%' THEN subject_id::text
  WHEN action LIKE 'correction.%' THEN after ->> 'sale'
  WHEN action LIKE 'product.%' THEN (
    SELECT code || ' ' || name FROM products WHERE id = subject_id AND deleted_at IS NULL)
  WHEN action LIKE 'material_list.%' THEN (
    SELECT code FROM material_lists WHERE id = subject_id AND deleted_at IS NULL)
  WHEN action LIKE 'payment_method.%' THEN (
    SELECT name FROM payment_methods WHERE id = subject_id AND deleted_at IS NULL)
  WHEN action LIKE 'client.%' THEN (
    SELECT coalesce(merged_into, id)::text FROM clients WHERE id = subject_id)
  WHEN action LIKE 'student.%' THEN (
    SELECT coalesce(merged_into, id)::text FROM students WHERE id = subject_id)
  WHEN action LIKE 'approval.%' AND after ->> 'action' IN ('refund', 'exchange', 'payments')
    THEN (SELECT sale_id::text FROM entries WHERE kind = 'sale' AND sale_id = (after ->> 'subject')::integer)
  WHEN action ~ '^(user|password|session|second_factor)[.]' THEN (
    SELECT login FROM users WHERE id = subject_id AND deleted_at IS NULL) END`;
