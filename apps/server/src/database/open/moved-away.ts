import type pg from 'pg';
import type { Client } from './single-connection.ts';

/** In the comment of a database: it needs no table and no column, and an older version leaves it alone. */
const MARK = 'Balcão: a loja saiu deste banco em ';

/** Throws, in Portuguese, when the shop of the database has been moved elsewhere (move-shop.ts). */
export async function refuseMovedAway(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const mark = await readMark(pool);
  if (mark === undefined) return;
  throw new Error(
    `A loja saiu do banco de DATABASE_URL em ${mark}, para o PostgreSQL embutido. Tire DATABASE_URL. Se a volta foi interrompida, repita o comando que a fez.`,
  );
}

/**
 * Nothing is sold here any more: no server opens it, and those that connect from now on can't write. Needs
 * the rights of the database's owner.
 */
export async function markMovedAway(client: Client, at: Date): Promise<void> {
  const database = await quotedName(client);
  const text = client.escapeLiteral(`${MARK}${at.toISOString()}`);
  await client.query('SET default_transaction_read_only = off');
  await client.query('BEGIN');
  await client.query(`COMMENT ON DATABASE ${database} IS ${text}`);
  await client.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  await client.query('COMMIT');
}

export async function unmarkMovedAway(client: Client): Promise<void> {
  const database = await quotedName(client);
  await client.query('SET default_transaction_read_only = off');
  await client.query('BEGIN');
  await client.query(`COMMENT ON DATABASE ${database} IS NULL`);
  await client.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
  await client.query('COMMIT');
}

/** The connections of servers of ours, which are not bound by a mark that came later. */
export async function countServers(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'balcao'`);
  return rows[0]?.count ?? 0;
}

async function readMark(database: Pick<pg.Pool, 'query'>): Promise<string | undefined> {
  const { rows } = await database.query(`
    SELECT shobj_description(oid, 'pg_database') AS text FROM pg_database
    WHERE datname = current_database()`);
  const text: string = rows[0]?.text ?? '';
  return text.startsWith(MARK) ? text.slice(MARK.length) : undefined;
}

async function quotedName(client: Client): Promise<string> {
  const { rows } = await client.query('SELECT quote_ident(current_database()) AS name');
  return rows[0].name;
}
