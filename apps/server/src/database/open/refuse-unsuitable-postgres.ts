import type pg from 'pg';

/** Throws, in Portuguese, when the PostgreSQL of DATABASE_URL could not run the schema or could lose sales. */
export async function refuseUnsuitable(
  database: Pick<pg.Pool, 'query'> | pg.Client,
): Promise<void> {
  const { rows } = await database.query(`
    SELECT current_setting('server_version_num')::integer / 10000 AS major,
      current_setting('server_encoding') AS encoding,
      current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS "fullPageWrites",
      current_setting('synchronous_commit') AS "synchronousCommit"`);
  const [server] = rows;
  const problems = [
    (server.major < 15 || server.major > 18) &&
      `é a versão ${server.major}; o Balcão conhece de 15 a 18`,
    server.encoding !== 'UTF8' && `guarda texto em ${server.encoding} e não em UTF8`,
    server.fsync !== 'on' && 'está com fsync desligado',
    server.fullPageWrites !== 'on' && 'está com full_page_writes desligado',
    // `local` would acknowledge a sale before the replica has it.
    !['on', 'remote_apply'].includes(server.synchronousCommit) &&
      `está com synchronous_commit = ${server.synchronousCommit}`,
  ].filter((problem) => problem !== false);
  if (problems.length > 0) {
    throw new Error(`O PostgreSQL de DATABASE_URL não serve: ${problems.join('; ')}.`);
  }
}
