import type pg from 'pg';
import { ownCommand } from '../../program/own-command.ts';
import type { Client } from './single-connection.ts';

/** In the comment of a database: it needs no table and no column, and an older version leaves it alone. */
const LEAVING = 'Balcão: a loja está saindo deste banco desde ';
const LEFT = 'Balcão: a loja saiu deste banco em ';
const TO = ', para ';

type Queryable = Pick<pg.Pool, 'query'>;

/** Of a shop that goes to the cluster `home`, which was not there before. */
export type Move = { at: string; home: string; isOver: boolean };

/** Throws, in Portuguese, when the shop of the database has been moved elsewhere (move-shop.ts). */
export async function refuseMovedAway(pool: Queryable): Promise<void> {
  const move = await readMove(pool);
  if (move) throw new Error(moveInWords(move));
}

/** What to do about it, in Portuguese. */
export function moveInWords({ at, home, isOver }: Move): string {
  return isOver
    ? `A loja saiu do banco de DATABASE_URL em ${at} e está em ${home}: tire DATABASE_URL.`
    : `A mudança da loja, do banco de DATABASE_URL para ${home}, começou em ${at} e não disse que terminou. Se ${home} existe, a loja está nele: tire DATABASE_URL. Se não existe, repita, com a mesma DATA_DIR: ${ownCommand('move', 'back')}`;
}

/**
 * Nothing is sold here any more: no server opens it, and those that connect from now on can't write. Needs
 * the rights of the database's owner.
 */
export async function markMove(client: Client, { at, home, isOver }: Move): Promise<void> {
  const database = await quotedName(client);
  const text = client.escapeLiteral(`${isOver ? LEFT : LEAVING}${at}${TO}${home}`);
  await client.query('SET default_transaction_read_only = off');
  await client.query('BEGIN');
  await client.query(`COMMENT ON DATABASE ${database} IS ${text}`);
  await client.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  await client.query('COMMIT');
}

export async function unmarkMove(client: Client): Promise<void> {
  const database = await quotedName(client);
  await client.query('SET default_transaction_read_only = off');
  await client.query('BEGIN');
  await client.query(`COMMENT ON DATABASE ${database} IS NULL`);
  await client.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
  await client.query('COMMIT');
}

/**
 * The connections of others, which are not bound by a mark that came later. Not by their name: an address may
 * give a server another one. Of another user's session only its user and database are to be seen, and
 * PostgreSQL's own processes have no user.
 */
export async function countOthers(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL
      AND coalesce(backend_type, 'client backend') = 'client backend'`);
  return rows[0]?.count ?? 0;
}

export async function readMove(database: Queryable): Promise<Move | undefined> {
  const { rows } = await database.query(`
    SELECT shobj_description(oid, 'pg_database') AS text FROM pg_database
    WHERE datname = current_database()`);
  const text: string = rows[0]?.text ?? '';
  const mark = [LEFT, LEAVING].find((each) => text.startsWith(each));
  if (mark === undefined) return undefined;
  const [at = '', ...home] = text.slice(mark.length).split(TO);
  return { at, home: home.join(TO), isOver: mark === LEFT };
}

async function quotedName(client: Client): Promise<string> {
  const { rows } = await client.query('SELECT quote_ident(current_database()) AS name');
  return rows[0].name;
}
