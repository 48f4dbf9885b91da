import { join } from 'node:path';

const BUSY = 5;
const CANNOT_OPEN = [3, 8, 14]; // SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN

/**
 * Two simultaneous starts may each see the other's half-taken lock; within this time one of them
 * lets go and the other wins. It is also how long a refused start takes.
 */
const PATIENCE_MS = 300;

/** Somebody else holds the folder; the message is for the shopkeeper. */
export class FolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `O Balcão já está em execução com a pasta de dados ${dataDir}. Feche a outra instância ou escolha outra pasta em DATA_DIR.`,
    );
  }
}

export type FolderLock = { release(): void };

/**
 * Takes the one lock of a data folder for this Node process, or throws at once in words for the
 * shopkeeper. Node has no file locks of its own; SQLite's exclusive transaction is an fcntl lock,
 * which the kernel drops however the process ends, kill -9 included, and which a child
 * (PostgreSQL outlives us) does not inherit.
 *
 * Nothing in this process may open the lock file: closing any descriptor of it drops fcntl locks.
 */
export function lockFolder(dataDir: string): FolderLock {
  const file = join(dataDir, 'balcao.lock');
  const { DatabaseSync } = sqliteWithoutWarning();
  try {
    const database = new DatabaseSync(file, { timeout: PATIENCE_MS });
    try {
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      throw error;
    }
    return { release: () => database.close() };
  } catch (error) {
    const code = (error as { errcode?: number }).errcode ?? 0;
    if (code === BUSY) throw new FolderInUse(dataDir);
    if (CANNOT_OPEN.includes(code)) {
      throw new Error(
        `Sem permissão para escrever em ${file}. Inicie o Balcão com o usuário dono da pasta de dados ou escolha outra pasta em DATA_DIR.`,
      );
    }
    throw error;
  }
}

/** Earlier releases of Node 24 print an ExperimentalWarning on the first load of node:sqlite. */
function sqliteWithoutWarning(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
