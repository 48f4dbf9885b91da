import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import type { PersonKind } from '../../database/person-kind.ts';
import { oneOf, rowsOf } from '../../database/rows.ts';

export type PersonMet = { kind: PersonKind; id: number };
/** `sale`: one of another seller, which was opened. */
type Found = { kind: PersonKind | 'sale'; id: number };
/** The hash of a CPF that may be nobody's. */
const TRIED = 'unknown_cpf';
const hashOf = (cpf: string) => sql`hashtext(${cpf})`;
/** How long a row is of use. */
export type Hours = number;

/** The seller's rows that are of use. */
const inUse = (sellerId: number) => sql`seller_id = ${sellerId} AND until > now()`;
const inHours = (hours: Hours) => sql`now() + make_interval(hours => ${hours})`;
const ofThese = (people: readonly PersonMet[]) =>
  sql`json_to_recordset(${JSON.stringify(people)}::json) AS asked (kind text, id integer)`;

/** The meetings of one seller are counted one after the other. */
export async function lockSeller(tx: Tx, sellerId: number): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${sellerId} FOR NO KEY UPDATE`.execute(tx);
}

/** The people whom the seller does not know yet; `own`: the seller has created that person. */
export async function strangersAmong(
  db: Db,
  sellerId: number,
  people: readonly PersonMet[],
): Promise<(PersonMet & { own: boolean })[]> {
  return rowsOf<PersonMet & { own: boolean }>(db)`
    SELECT kind, id, EXISTS (
      SELECT FROM audit_events WHERE subject_id = asked.id
        AND action = asked.kind || '.created' AND actor_id = ${sellerId}) AS own
    FROM ${ofThese(people)}
    WHERE NOT ${isKnown(sellerId, sql`asked.kind`, sql`asked.id`)}`;
}

const isKnown = (
  sellerId: number,
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) => sql`EXISTS (
  SELECT FROM met_people met
  WHERE ${inUse(sellerId)} AND met.kind = ${kind} AND met.subject_id = ${id})`;

/** How many people count at present. */
export async function countMet(tx: Tx, sellerId: number): Promise<number> {
  const { count } = await oneOf<{ count: number }>(tx)`
    SELECT coalesce(sum(times), 0) AS count FROM met_people
    WHERE ${inUse(sellerId)} AND kind <> ${TRIED}`;
  return count;
}

export async function insertMet(
  tx: Tx,
  sellerId: number,
  people: readonly (PersonMet & { times: number; hours: Hours })[],
): Promise<void> {
  await sql`
    INSERT INTO met_people (seller_id, kind, subject_id, times, until)
    SELECT ${sellerId}, kind, id, times, now() + make_interval(hours => hours)
    FROM json_to_recordset(${JSON.stringify(people)}::json) AS met (
      kind text, id integer, times integer, hours integer)
    ON CONFLICT (seller_id, kind, subject_id)
    DO UPDATE SET times = excluded.times, until = excluded.until`.execute(tx);
}

/**
 * Somebody, or an opened sale, who does not count; who counts goes on counting. Again within the first half of the
 * time nothing is written.
 */
export async function insertFound(
  db: Db,
  sellerId: number,
  { kind, id }: Found,
  hours: Hours,
): Promise<void> {
  await sql`
    INSERT INTO met_people AS met (seller_id, kind, subject_id, times, until)
    VALUES (${sellerId}, ${kind}, ${id}, 0, ${inHours(hours)})
    ON CONFLICT (seller_id, kind, subject_id)
    DO UPDATE SET times = 0, until = excluded.until
    WHERE CASE met.times WHEN 0 THEN met.until < ${inHours(hours / 2)} ELSE met.until < now() END`.execute(
    db,
  );
}

/** Counts a CPF, unless `most` others do at present. Returns whether it counts. */
export async function addTriedCpf(
  tx: Tx,
  sellerId: number,
  cpf: string,
  most: number,
  hours: Hours,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO met_people AS met (seller_id, kind, subject_id, times, until)
    SELECT ${sellerId}, ${TRIED}, ${hashOf(cpf)}, 1, ${inHours(hours)}
    WHERE ${most} > (
      SELECT count(*) FROM met_people
      WHERE ${inUse(sellerId)} AND kind = ${TRIED} AND subject_id <> ${hashOf(cpf)})
    ON CONFLICT (seller_id, kind, subject_id)
    DO UPDATE SET until = CASE WHEN met.until > now() THEN met.until ELSE excluded.until END
    RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export async function deleteTriedCpf(db: Db, sellerId: number, cpf: string): Promise<void> {
  await sql`
    DELETE FROM met_people WHERE seller_id = ${sellerId} AND kind = ${TRIED}
      AND subject_id = ${hashOf(cpf)}`.execute(db);
}

export async function addWrongCpf(
  tx: Tx,
  sellerId: number,
  saleId: number,
  hours: Hours,
): Promise<void> {
  await sql`
    INSERT INTO met_people AS met (seller_id, kind, subject_id, times, until)
    VALUES (${sellerId}, 'wrong_cpf', ${saleId}, 1, ${inHours(hours)})
    ON CONFLICT (seller_id, kind, subject_id) DO UPDATE SET
      times = CASE WHEN met.until > now() THEN met.times + 1 ELSE 1 END,
      until = excluded.until`.execute(tx);
}

export async function findOpened(db: Db, sellerId: number, saleId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT WHERE ${isKnown(sellerId, sql`'sale'`, sql`${saleId}::integer`)}`.execute(db);
  return rows.length > 0;
}

/** How many people the seller has created in these hours, and of how many of them there is no sale. */
export function countCreated(tx: Tx, sellerId: number, hours: Hours) {
  const bought = (column: string) =>
    sql`EXISTS (SELECT FROM sales WHERE ${sql.ref(column)} = subject_id)`;
  return oneOf<{ all: number; unsold: number }>(tx)`
    SELECT count(*)::integer AS all, count(*) FILTER (WHERE NOT CASE action
        WHEN 'client.created' THEN ${bought('client_id')} ELSE ${bought('student_id')} END)::integer AS unsold
    FROM audit_events
    WHERE actor_id = ${sellerId} AND at > now() - make_interval(hours => ${hours})
      AND action IN ('client.created', 'student.created')`;
}

export async function wasToldLately(tx: Tx, sellerId: number, hours: Hours): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_events WHERE action = 'people.limit_reached' AND actor_id = ${sellerId}
      AND at > now() - make_interval(hours => ${hours}) LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Except those that another transaction is changing. */
export async function deleteEnded(tx: Tx): Promise<void> {
  await sql`
    DELETE FROM met_people WHERE (seller_id, kind, subject_id) IN (
      SELECT seller_id, kind, subject_id FROM met_people WHERE until < now()
      FOR UPDATE SKIP LOCKED)`.execute(tx);
}
