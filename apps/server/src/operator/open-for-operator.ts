import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, connect, NO_TIMEOUT } from '../database/connection.ts';
import { isCurrent, readMigrations, whyNotData } from '../database/migrate.ts';
import { NoShop, openAsOwner } from '../database/open/open-as-owner.ts';
import type { Log } from '../program/log.ts';
import { ownCommand } from '../program/own-command.ts';

/** An interrupted statement may still wait for a lock. */
const CLOSE_MS = 500;

/**
 * Connects to the shop's database as its owner, whether the shop is open or not. Throws in Portuguese when
 * there is none, or its schema is not that of this version.
 */
export async function openForOperator(
  shop: { dataDir: string; databaseUrl: string | undefined },
  log: Log,
): Promise<Connection & AsyncDisposable> {
  const owner = await openAsOwner(shop, log);
  const onError = (error: Error) => log.warn(`Conexão com o banco perdida: ${error.message}`);
  const connection = connect(owner.config, onError, NO_TIMEOUT);
  const close = async () => {
    await Promise.race([connection.close(), delay(CLOSE_MS, undefined, { ref: false })]);
    await owner.close();
  };
  try {
    if (await isCurrent(connection.db))
      return { ...connection, close, [Symbol.asyncDispose]: close };
    const { done, writer } = await readMigrations(connection.db);
    const why = whyNotData(done, writer);
    if (why) throw new Error(why);
    if (done.length === 0) {
      throw new NoShop(
        `Neste banco não há loja. Se ela deve estar nele, restaure um backup (${ownCommand('restore', 'ARQUIVO')}); para começar outra, abra-a (${ownCommand('start')}).`,
      );
    }
    throw new Error(
      `O banco é de outra versão do Balcão. Abra a loja uma vez com esta versão (${ownCommand('start')}), que antes faz um backup e depois muda o banco, e repita.`,
    );
  } catch (error) {
    await close();
    throw error;
  }
}
