import type pg from 'pg';
import type { Log } from '../../program/log.ts';

/** The database itself, and its collations, each with the statement that notes today's version. */
type Outdated = {
  oid: number;
  /** ALTER … REFRESH, which only the owner may run. */
  note: string;
};

/** The OID of the database's own order, which compares texts without a collation of their own. */
const DEFAULT_COLLATION = 100;

/**
 * The order of texts comes with PostgreSQL (ICU) or with the machine, and their next version may have another
 * one: an index that was built with the old one then misses rows in silence. Rebuilds the indexes that depend
 * on such an order, and notes the new version. Returns what the operator should know, in Portuguese. Call it
 * before anything is looked up.
 */
export async function renewTextIndexes(pool: pg.Pool, log: Log): Promise<string[]> {
  const outdated = await findOutdated(pool);
  if (outdated.length === 0) return [];
  const indexes = await indexesOf(pool, outdated);
  log.info(`A ordem dos textos mudou com o PostgreSQL: ${indexes.length} índices a refazer…`);
  for (const index of indexes) await pool.query(`REINDEX INDEX ${index}`);
  const done = `a ordem dos textos mudou com o PostgreSQL, e os ${indexes.length} índices que dependem dela foram refeitos`;
  const left: string[] = [];
  for (const { note } of outdated) {
    await pool.query(note).catch((error: pg.DatabaseError) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      left.push(note);
    });
  }
  if (left.length === 0) return [`${done}.`];
  return [
    `${done}. Isso se repete a cada início, porque o usuário de DATABASE_URL não tem o direito de anotar a versão nova. Neste banco, um superusuário roda: ${left.join('; ')};`,
  ];
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Those whose version is no longer the one that their indexes were built with. */
export async function findOutdated(pool: pg.Pool): Promise<Outdated[]> {
  const { rows } = await pool.query<Outdated>(`
    SELECT ${DEFAULT_COLLATION} AS oid,
      format('ALTER DATABASE %I REFRESH COLLATION VERSION', datname) AS note
    FROM pg_database
    WHERE datname = current_database()
      AND datcollversion <> pg_database_collation_actual_version(oid)
    UNION ALL
    SELECT oid::integer, format('ALTER COLLATION %s REFRESH VERSION', oid::regcollation)
    FROM pg_collation
    WHERE collversion <> pg_collation_actual_version(oid) AND ${IS_OURS}`);
  return rows;
}

/** The collations that an index compares or folds letters with; PostgreSQL has hundreds of others. */
const IS_OURS = `(
  EXISTS (SELECT FROM pg_index WHERE pg_collation.oid = ANY (indcollation))
  OR EXISTS (SELECT FROM pg_depend
    WHERE refclassid = 'pg_collation'::regclass AND refobjid = pg_collation.oid
      AND classid = 'pg_class'::regclass))`;

async function indexesOf(pool: pg.Pool, outdated: readonly Outdated[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = 'public'::regnamespace AND (
      indcollation::oid[] && $1::oid[]
      OR EXISTS (SELECT FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = indexrelid
          AND refclassid = 'pg_collation'::regclass AND refobjid = ANY ($1::oid[])))
    ORDER BY name`,
    [outdated.map(({ oid }) => oid)],
  );
  return rows.map(({ name }) => name);
}
