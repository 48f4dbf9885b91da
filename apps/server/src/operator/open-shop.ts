import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, connect, NO_TIMEOUT } from '../database/connection.ts';
import { openEmbeddedSource } from '../database/embedded/embedded-source.ts';
import type { Log } from '../database/embedded/log.ts';
import { isCurrent } from '../database/migrate.ts';

/** A statement that was broken off may still wait for a lock. */
const CLOSE_MS = 500;

/**
 * The database of a shop, for a command of the operator: with the owner's rights, whether the shop is open
 * or not. Throws with words when there is none, or its schema is not the one of this version.
 */
export async function openForOperator(
  shop: { dataDir: string; databaseUrl: string | undefined },
  log: Log,
): Promise<Connection> {
  const onError = (error: Error) => log.warn(`Conexão com o banco perdida: ${error.message}`);
  const embedded =
    shop.databaseUrl === undefined ? await openEmbeddedSource(shop.dataDir, log) : undefined;
  const connection = connect(
    embedded?.config ?? { connectionString: shop.databaseUrl ?? '' },
    onError,
    NO_TIMEOUT,
  );
  const close = async () => {
    await Promise.race([connection.close(), delay(CLOSE_MS, undefined, { ref: false })]);
    await embedded?.close();
  };
  try {
    // Where there are no migrations yet, there is no table of them either.
    if (!(await isCurrent(connection.db).catch(refuseForeign))) {
      throw new Error(
        'O banco é de outra versão do Balcão. Abra a loja uma vez com esta versão (npm start) e repita.',
      );
    }
    return { ...connection, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function refuseForeign(error: Error & { code?: string }): false {
  const UNKNOWN_TABLE = '42P01';
  if (error.code === UNKNOWN_TABLE) throw new Error('Neste banco não há uma loja do Balcão.');
  throw error;
}
